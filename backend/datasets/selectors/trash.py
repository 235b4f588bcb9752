"""Reads about the trash."""

from __future__ import annotations
