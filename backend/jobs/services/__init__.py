"""Writes about jobs, one module each use case."""
