"""Freezes datasets."""

from __future__ import annotations
