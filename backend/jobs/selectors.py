"""Reads about jobs."""

from __future__ import annotations


def describe_job(*a, **k): ...
