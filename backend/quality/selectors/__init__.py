"""Reads about the quality of data."""
