"""Writes about maps."""
