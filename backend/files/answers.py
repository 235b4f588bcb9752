"""Answers with files."""

from __future__ import annotations


def image_answer(*a, **k): ...
