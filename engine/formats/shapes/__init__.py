"""Boxes, outlines, masks and attributes of regions as files give them."""
