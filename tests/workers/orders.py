"""A program as a launcher is ordered to start it."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.specs.segmenter import SegmenterSpec
from workers.launchers.launcher import Order


def running(code: str) -> tuple[str, ...]:
    """Return the command that runs Python's code instead of the engine."""
    return (sys.executable, "-c", code)


def order_in(folder: Path) -> Order:
    """Return an order whose files lie in a folder."""
    spec = SegmenterSpec(weights="", name="none")
    return Order("train", spec, folder / "spec.json", folder / "work")
