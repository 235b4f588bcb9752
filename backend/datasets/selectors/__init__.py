"""Reads about data, one module each noun."""
