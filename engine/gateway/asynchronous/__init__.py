"""Asynchronous predictions: accepted to disk, answered in turn, kept until they are fetched."""
