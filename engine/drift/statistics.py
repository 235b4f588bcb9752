"""How far a window is from the reference, feature by feature, for many windows at a time."""

# W windows, B bins, P bins of PSI, K random features

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.specs.drift import Statistic
from engine.specs.package.reference import FeatureReference, NumberReference

Counts = NDArray[np.float64]

# Added to each bin, so that an empty one is no infinite surprise (Jeffreys' prior).
_PRIOR = 0.5
_MAX_PSI_BINS = 10


@dataclass(frozen=True)
class FeatureStatistics:
    """The statistics of one feature, by its bins.

    Attributes:
        name: of the feature.
        names: of the statistics.
        groups: (B,) the bin of PSI that each bin is a part of: half as many as those of KS, which
            looks at sums and is not hurt by thin bins.
    """

    name: str
    names: tuple[Statistic, ...]
    groups: NDArray[np.intp]

    @classmethod
    def of(cls, feature: FeatureReference) -> FeatureStatistics:
        """Return the statistics that suit a feature."""
        places = np.arange(len(feature.counts))
        if not isinstance(feature, NumberReference):
            return cls(feature.name, ("psi",), places)
        # Missing values stay apart, whatever the others are put together with.
        return cls(feature.name, ("psi", "ks"), np.append(0, 1 + _grouped(feature.counts[1:])))

    def __call__(self, reference: Counts, window: Counts) -> Counts:
        """Return the statistics (W, S) of windows (W, B) against references (W, B)."""
        values = [psi(_summed(reference, self.groups), _summed(window, self.groups))]
        if "ks" in self.names:
            values.append(ks(reference[:, 1:], window[:, 1:]))
        return np.stack(values, axis=1)


def psi(reference: Counts, window: Counts) -> Counts:
    """Return the population stability index (W,) of counts (W, P).

    Source: Siddiqi, Credit Risk Scorecards, 2006: sum of (p - q) ln(p / q).
    """
    before, now = _shares(reference), _shares(window)
    index: Counts = ((now - before) * np.log(now / before)).sum(axis=1)
    return index


def ks(reference: Counts, window: Counts) -> Counts:
    """Return the largest distance (W,) between two cumulated distributions, at the edges of bins.

    The two-sample statistic of Kolmogorov and Smirnov; 0 where one of them has no value.
    """
    distance: Counts = np.abs(cumulated_difference(reference, window)).max(axis=1)
    return distance


def cumulated_difference(reference: Counts, window: Counts) -> Counts:
    """Return how much larger the cumulated share of the window (W, B) is than the reference's."""
    totals = [counts.sum(axis=1, keepdims=True) for counts in (reference, window)]
    before, now = (
        counts.cumsum(axis=1) / np.maximum(total, 1)
        for counts, total in zip((reference, window), totals, strict=True)
    )
    difference: Counts = np.where((totals[0] > 0) & (totals[1] > 0), now - before, 0.0)
    return difference


def mmd(reference: Counts, window: Counts) -> Counts:
    """Return the maximum mean discrepancy (W,) between means (W, K) of random features.

    Source: Gretton et al., JMLR 13, 2012, eq. 5, with the kernel of Rahimi and Recht, NIPS 2007.
    """
    distance: Counts = np.sqrt(2 * ((reference - window) ** 2).mean(axis=1))
    return distance


def _shares(counts: Counts) -> Counts:
    smoothed = counts + _PRIOR
    shares: Counts = smoothed / smoothed.sum(axis=1, keepdims=True)
    return shares


def _summed(counts: Counts, groups: NDArray[np.intp]) -> Counts:
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    summed: Counts = np.add.reduceat(counts, starts, axis=1)
    return summed


def _grouped(counts: Sequence[int]) -> NDArray[np.intp]:
    """Return for each bin the group it is in, so that at most ten are about equally full."""
    total = sum(counts)
    before = np.cumsum(np.array(counts)) - np.array(counts)
    share = np.minimum(before * _MAX_PSI_BINS // max(total, 1), _MAX_PSI_BINS - 1)
    groups: NDArray[np.intp] = np.unique(share, return_inverse=True)[1]
    return groups
