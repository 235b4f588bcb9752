"""Writes about studies."""
