"""Evaluating models of tables and series."""
