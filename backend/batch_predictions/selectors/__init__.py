"""Reads about batch predictions."""
