"""Datasets of recordings."""
