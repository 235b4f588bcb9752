"""The sample project."""

from __future__ import annotations


def start_sample_project(*a, **k): ...
