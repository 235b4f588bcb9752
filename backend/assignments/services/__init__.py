"""Writes of assignments."""
