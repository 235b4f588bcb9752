"""Writes about label sets."""

from __future__ import annotations
