"""Writes about suggestions."""
