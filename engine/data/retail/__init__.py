"""Datasets of shelves and products."""
