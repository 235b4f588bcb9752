"""Writes about users."""

from __future__ import annotations
