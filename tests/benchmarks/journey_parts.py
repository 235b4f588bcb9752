"""What was found in each part of the journey, kept by its name, and the figures over all parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.recording import RESULTS, record, recorded

SECTION = "journey"
# What is the same with every task, and what is measured once all are there; all other parts are
# called as their tasks.
SHARED, WAY = "shared", "way"
Figures = Mapping[str, float]


class Parts:
    """The parts of a journey, with those that were recorded on the same day before.

    Args:
        keep: whether each is recorded as soon as it is there, so that a journey may be made in
            several goes.
    """

    def __init__(self, *, keep: bool, folder: Path = RESULTS) -> None:
        self._keep = keep
        self._folder = folder
        self._parts: dict[str, Figures] = dict(recorded(SECTION, folder)) if keep else {}

    def add(self, name: str, figures: Figures) -> None:
        """Take in what was found in a part, in place of what was found there before."""
        self._parts[name] = figures
        if self._keep:
            record(SECTION, {name: dict(figures)}, self._folder)
            record("figures", {"journey": self.figures()}, self._folder)

    def figures(self) -> dict[str, float]:
        """Return the figures over all parts: counts add up, and the others are of one part."""
        found: dict[str, float] = {}
        for part in self._parts.values():
            for name, value in part.items():
                found[name] = found.get(name, 0) + value
        return {**found, "num_tasks": len(self._parts.keys() - {SHARED, WAY})}
