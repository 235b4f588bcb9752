"""Writes versions out."""

from __future__ import annotations
