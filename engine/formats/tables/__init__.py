"""Rows of tables in files, and how they are read."""
