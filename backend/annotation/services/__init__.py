"""Writes of annotations, one module each use case."""
