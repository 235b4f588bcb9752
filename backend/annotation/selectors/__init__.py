"""Reads of annotations."""
