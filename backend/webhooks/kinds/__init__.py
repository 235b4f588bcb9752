"""Kinds of channels: one file each, found by its key."""
