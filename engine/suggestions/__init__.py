"""Annotations that a model suggests, for people to accept, correct or reject."""
