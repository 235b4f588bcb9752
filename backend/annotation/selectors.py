"""Reads about annotations."""

from __future__ import annotations
