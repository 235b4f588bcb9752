"""Shapes of the datasets app."""
