"""Reads about suggestions."""
