"""Moves samples to the trash and back."""

from __future__ import annotations
