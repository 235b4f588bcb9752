"""Reads about maps."""
