"""Judging models of images."""
