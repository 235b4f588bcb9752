"""Writes about people, one module each noun."""
