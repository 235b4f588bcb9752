"""Reads about data, one module each noun; what other apps ask for is here."""

from backend.datasets.selectors.versions import version_for_training

__all__ = ["version_for_training"]
