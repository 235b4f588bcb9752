"""What is measured of the row of a table, and of a series."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from easel.runtime.table.cells import category_of, number_of

# Texts that mean an absent cell whatever the table; those of one table stand in its op.
_MISSING = frozenset({"", "nan", "NaN", "null", "None", "NA", "N/A", "?"})


def row_features(
    columns: Sequence[Mapping[str, Any]], row: Mapping[str, Any]
) -> tuple[dict[str, float | None], dict[str, str | None]]:
    """Return the numbers and the categories of a row.

    Args:
        columns: as in the manifest. Times are left out: they always move on.
        row: cells by column.
    """
    numbers: dict[str, float | None] = {}
    categories: dict[str, str | None] = {}
    for column in columns:
        name = str(column["name"])
        if column["kind"] == "number":
            numbers[name] = _known(number_of(row.get(name), _MISSING))
        elif column["kind"] == "category":
            categories[name] = category_of(row.get(name), _MISSING)
    return numbers, categories


def series_numbers(
    names: Sequence[str], columns: Mapping[str, Sequence[Any]]
) -> dict[str, float | None]:
    """Return how many points a series has, and of each column its level, spread and steps.

    Args:
        names: the targets and the covariates that are numbers.
        columns: cells by column, oldest first.
    """
    numbers: dict[str, float | None] = {}
    for name in names:
        cells = columns.get(name, ())
        values = np.array([number_of(cell, _MISSING) for cell in cells], np.float64)
        known = values[np.isfinite(values)]
        steps = np.abs(np.diff(known))
        numbers[f"{name}.mean"] = float(known.mean()) if len(known) else None
        numbers[f"{name}.spread"] = float(known.std()) if len(known) else None
        numbers[f"{name}.step"] = float(steps.mean()) if len(steps) else None
        numbers[f"{name}.missing"] = 1 - len(known) / len(values) if len(values) else None
    numbers["points"] = float(max((len(columns.get(name, ())) for name in names), default=0))
    return numbers


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
