"""Reads about segmenters."""
