"""Reads about assignments."""
