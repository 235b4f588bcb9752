"""Brings zips into a dataset."""

from __future__ import annotations
