"""Writes about training."""
