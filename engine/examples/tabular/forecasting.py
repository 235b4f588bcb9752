"""Visitors of a museum by day: a week, a year, a trend."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from engine.examples.example import GENERATED, Example
from engine.examples.files import write_table
from engine.specs.language import Language

COLUMNS: Mapping[Language, tuple[str, str]] = {
    "en": ("day", "visitors"),
    "zh": ("日期", "参观人数"),
}
NUM_DAYS = 730
_OF_WEEK = (-120, -60, -30, 0, 40, 190, 160)


def write(root: Path, language: Language) -> None:
    """Write ``visitors.csv``: a day and a number in a row."""
    random = np.random.default_rng(8)
    start = np.datetime64("2023-01-02")
    rows = []
    for day in range(NUM_DAYS):
        year = 110 * np.sin(2 * np.pi * (day - 100) / 365)
        number = 420 + 0.1 * day + year + _OF_WEEK[day % 7] + random.normal(0, 22)
        rows.append((str(start + day), round(number)))
    write_table(root / "visitors.csv", COLUMNS[language], rows)


EXAMPLE = Example(write, GENERATED)
