"""Tasks on tables."""
