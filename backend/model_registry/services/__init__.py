"""Writes about models, one module each use case."""
