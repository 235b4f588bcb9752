"""Bins: what the values of a feature are counted in."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

import numpy as np

from engine.specs.package.reference import CategoryReference, FeatureReference, NumberReference

_MAX_BINS = 20
# Fewer samples to a bin say nothing about its share.
_SAMPLES_A_BIN = 15
# A value that so many samples share has bins of its own, such as 0 of gains and losses.
_ATOM = 0.05
# A rarer category is counted with those that were never seen.
_CATEGORY, _CATEGORY_SAMPLES = 0.01, 5
_MAX_CATEGORIES = 40
# Longer names have no room in a small file.
_MAX_NAME = 120


def number_reference(
    name: str, values: Sequence[float | None], share_of: str | None = None
) -> NumberReference | None:
    """Return the bins of a number, about equally full; ``None`` where no value is known.

    Args:
        name: of the feature.
        values: of the held-out samples.
        share_of: see ``NumberReference``.
    """
    known = np.sort([value for value in values if value is not None and math.isfinite(value)])
    if not len(known):
        return None
    num_bins = min(_MAX_BINS, max(4, len(known) // _SAMPLES_A_BIN))
    places = np.arange(1, num_bins) * len(known) // num_bins
    distinct, counts = np.unique(known, return_counts=True)
    atoms = distinct[counts >= max(2, _ATOM * len(known))]
    edges = {*known[places].tolist(), *atoms.tolist(), *np.nextafter(atoms, np.inf).tolist()}
    kept = tuple(sorted(edges))
    bins = [number_bin(kept, value) for value in values]
    return NumberReference(
        name=name, edges=kept, counts=_counted(bins, len(kept) + 2), share_of=share_of
    )


def category_reference(name: str, values: Sequence[str | None]) -> CategoryReference:
    """Return the bins of a category: the names that are common enough, the commonest first."""
    counts = Counter(value for value in values if value is not None)
    least = max(_CATEGORY_SAMPLES, _CATEGORY * len(values))
    kept = tuple(
        value
        for value, count in counts.most_common(_MAX_CATEGORIES)
        if count >= least and len(value) <= _MAX_NAME
    )
    bins = [category_bin(kept, value) for value in values]
    return CategoryReference(name=name, categories=kept, counts=_counted(bins, len(kept) + 2))


def number_bin(edges: Sequence[float], value: float | None) -> int:
    """Return the bin of a number, 0 for a missing one."""
    if value is None or not math.isfinite(value):
        return 0
    return 1 + bisect_right(edges, value)


def category_bin(categories: Sequence[str], value: str | None) -> int:
    """Return the bin of a name, 0 for a missing one."""
    if value is None:
        return 0
    return 1 + categories.index(value) if value in categories else len(categories) + 1


def num_bins(feature: FeatureReference) -> int:
    """Return how many bins a feature has, that of missing values included."""
    return len(feature.counts)


def _counted(bins: Sequence[int], length: int) -> tuple[int, ...]:
    return tuple(np.bincount(bins, minlength=length).tolist())
