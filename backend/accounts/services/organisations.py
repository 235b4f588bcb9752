"""Writes about organisations."""

from __future__ import annotations
