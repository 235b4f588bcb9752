"""Writes about sessions."""

from __future__ import annotations
