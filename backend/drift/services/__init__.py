"""Writes about drift."""
