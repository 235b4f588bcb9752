"""Synthetic images: shapes, textures and the scenes that are made of them."""
