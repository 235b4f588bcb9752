"""Writes about cleaning."""
