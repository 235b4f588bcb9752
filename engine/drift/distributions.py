"""How a feature was spread and is, in a few bins that can be drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.drift.statistics import FeatureStatistics
from engine.drift.window import Window
from engine.specs.drift import BinShare, FeatureDistribution
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
    groups = FeatureStatistics.of(feature).groups
    starts = np.flatnonzero(np.diff(groups, prepend=-1)).tolist()
    shares, shares_now = (
        np.add.reduceat(counts, starts) / counts.sum() for counts in (before, now)
    )
    bins = tuple(
        one.model_copy(update={"before": round(float(was), 6), "now": round(float(now_is), 6)})
        for one, was, now_is in zip(_empty_bins(feature, starts), shares, shares_now, strict=True)
        # Where nothing is ever missing, that bin says nothing.
        if was or now_is
    )
    return FeatureDistribution(name=feature.name, bins=bins)


def _empty_bins(feature: FeatureReference, starts: Sequence[int]) -> list[BinShare]:
    """Return what tells each bin from the others."""
    missing = BinShare(kind="missing", before=0, now=0)
    if not isinstance(feature, NumberReference):
        named = [
            BinShare(kind="category", label=name, before=0, now=0) for name in feature.categories
        ]
        return [missing, *named, BinShare(kind="others", before=0, now=0)]
    stops = [*starts[1:], len(feature.counts)]
    ranges = [
        BinShare(
            kind="range",
            # Bin 1 is what lies below the first edge.
            low=feature.edges[start - 2] if start > 1 else None,
            high=feature.edges[stop - 2] if stop < len(feature.counts) else None,
            before=0,
            now=0,
        )
        for start, stop in zip(starts[1:], stops[1:], strict=True)
    ]
    return [missing, *ranges]
