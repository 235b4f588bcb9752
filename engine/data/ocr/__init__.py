"""Datasets of pages, lines and forms."""
