"""Judging models of tables and series."""
