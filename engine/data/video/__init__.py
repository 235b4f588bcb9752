"""Datasets of videos."""
