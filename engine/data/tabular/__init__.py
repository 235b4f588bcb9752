"""Datasets of tables and series."""
