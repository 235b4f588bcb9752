"""Writes about projects."""

from __future__ import annotations
