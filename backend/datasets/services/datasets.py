"""Writes about datasets."""

from __future__ import annotations
