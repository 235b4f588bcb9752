"""Writes about batch predictions."""
