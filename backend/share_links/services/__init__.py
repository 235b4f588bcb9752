"""Writes about share links, and what guests do with them."""
