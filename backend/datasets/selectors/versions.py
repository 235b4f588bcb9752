"""Reads about frozen versions."""

from __future__ import annotations
