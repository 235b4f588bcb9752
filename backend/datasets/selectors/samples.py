"""Reads about samples."""

from __future__ import annotations


def complete_one(*a, **k): ...


def require_sample(*a, **k): ...
