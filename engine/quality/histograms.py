"""How numbers are spread, with edges that a person can read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.quality.column_store import ColumnStore
from engine.quality.outliers import Numbers
from engine.specs.inspection import Histogram

_NUM_BINS = 24


def histogram(name: str, values: Numbers, *, unit: str = "", log: bool = False) -> Histogram | None:
    """Return how values are spread over 24 equal bins or fewer; ``None`` when there are none.

    Values that are all the same have one bin without width; whole numbers have whole edges.

    Args:
        name: of what is counted.
        values: NaN is left out.
        unit: of the values.
        log: make the bins equal on a logarithmic scale, for positive values.
    """
    known = values[np.isfinite(values)]
    if log:
        known = known[known > 0]
    if not len(known):
        return None
    low, high = float(known.min()), float(known.max())
    if low == high:
        return Histogram(name=name, unit=unit, edges=(low, high), counts=(len(known),))
    scale = np.geomspace if log else np.linspace
    edges = scale(low, high, _NUM_BINS + 1)
    # Rounding in the powers must not push the extremes out.
    edges[0], edges[-1] = low, high
    if (known == np.rint(known)).all():
        # Nobody counts parts of a character or a pixel.
        edges = np.unique(np.rint(edges))
    counts, _ = np.histogram(known, edges)
    return Histogram(
        name=name,
        unit=unit,
        edges=tuple(float(f"{edge:.4g}") for edge in edges),
        counts=tuple(int(count) for count in counts),
    )


def histograms(store: ColumnStore, *wanted: tuple[str, str, bool]) -> Iterator[Histogram]:
    """Yield the histograms of some numbers: name, unit, and whether the scale is logarithmic."""
    for name, unit, log in wanted:
        found = histogram(name, store.numbers(name), unit=unit, log=log)
        if found is not None:
            yield found
