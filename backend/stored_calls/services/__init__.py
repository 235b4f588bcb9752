"""Writes about stored calls."""
