"""Writes about the quality of data."""
