"""Reads about cleaning."""
