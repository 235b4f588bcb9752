"""Writes about projects, one module each use case."""
