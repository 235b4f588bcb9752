"""Shelves: libraries of products, layers, counts of facings, and panoramas of several photos."""
