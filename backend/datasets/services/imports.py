"""Brings files into a dataset."""

from __future__ import annotations
