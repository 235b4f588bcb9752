"""Reads about studies."""
