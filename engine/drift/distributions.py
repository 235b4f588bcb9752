"""How a feature was spread and is, in a few bins that can be drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.drift.statistics import FeatureStatistics
from engine.drift.window import Window
from engine.specs.drift import FeatureDistribution
from engine.specs.package.reference import FeatureReference, NumberReference


def distributions(window: Window, names: Sequence[str]) -> tuple[FeatureDistribution, ...]:
    """Return how features are spread in the reference of a window, and in the window.

    Args:
        window: of calls.
        names: of the features; those that have no bins, such as the content, are left out.
    """
    reference = window.reference
    spread = {
        feature.name: _distribution(feature, np.bincount(bins, minlength=len(now)), now)
        for feature, now, bins in zip(
            reference.features, window.counts, reference.bins.T, strict=True
        )
        if feature.name in names and now.sum()
    }
    return tuple(spread[name] for name in names if name in spread)


def _distribution(
    feature: FeatureReference, before: NDArray[np.int64], now: NDArray[np.int64]
) -> FeatureDistribution:
    """Return the shares of the bins that PSI is of: ten at most of a number."""
    starts = np.flatnonzero(np.diff(FeatureStatistics.of(feature).groups, prepend=-1))
    shares = {
        "before": _shares(np.add.reduceat(before, starts)),
        "now": _shares(np.add.reduceat(now, starts)),
    }
    if not isinstance(feature, NumberReference):
        return FeatureDistribution(name=feature.name, categories=feature.categories, **shares)
    # Bin k + 1 begins at edge k; those of missing values and below all edges begin at none.
    edges = tuple(feature.edges[start - 2] for start in starts[2:].tolist())
    return FeatureDistribution(name=feature.name, edges=edges, **shares)


def _shares(counts: NDArray[np.int64]) -> tuple[float, ...]:
    return tuple(round(share, 6) for share in (counts / counts.sum()).tolist())
