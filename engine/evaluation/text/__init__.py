"""Judging models that read or write text."""
