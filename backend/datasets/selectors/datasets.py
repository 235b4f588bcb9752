"""Reads about datasets."""

from __future__ import annotations


def require_dataset(*a, **k): ...
