"""Reads about uploads."""

from __future__ import annotations
