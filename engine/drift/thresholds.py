"""Thresholds: how far windows of the reference itself lie from it.

Pairs of a reference and a window are drawn from the reference with replacement, and all statistics
of a pair are taken together: the largest of them, each in standard deviations from its mean, has a
distribution that knows how features hang together. Its quantile is one threshold for all.

Source: Westfall and Young, Resampling-Based Multiple Testing, 1993, section 2.6 (maxT).
"""

# N samples, W windows drawn, S statistics, B bins of all features

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.drift.reference import DriftReference
from engine.drift.statistics import Counts, FeatureStatistics, mmd
from engine.specs.drift import Statistic

FALSE_ALARM_RATE = 0.005
"""Of windows of unchanged data, over all features together: half of what is promised, since a
reference is a sample itself, and some are less like their data than others."""

LEAST: dict[Statistic, float] = {"psi": 0.05, "ks": 0.05, "mmd": 0.02}
"""No threshold is lower: with many calls even changes without a consequence are certain."""

_NUM_DRAWS = 3000
_DRAWS_AT_A_TIME = 250
# Larger windows are judged like this one: by then it is the reference whose size limits.
_MAX_CALLS = 10_000
_SEED = 20_120_319


def thresholds(
    reference: DriftReference,
    statistics: Sequence[FeatureStatistics],
    num_values: Sequence[int],
    num_descriptors: int,
) -> list[float]:
    """Return the threshold of each statistic in order, that of descriptors last.

    Args:
        reference: is drawn from.
        statistics: of its features that are judged.
        num_values: calls of the window that had each of them.
        num_descriptors: calls that had a descriptor; 0 leaves that statistic out.
    """
    kept = tuple(_place(reference, one) for one in statistics)
    sizes = tuple(_rounded(count) for count in num_values)
    return list(
        _thresholds(_Drawing(reference, statistics, kept), sizes, _rounded(num_descriptors))
    )


class _Drawing:
    """What is drawn from; equal for the same features of the same reference."""

    def __init__(
        self,
        reference: DriftReference,
        statistics: Sequence[FeatureStatistics],
        places: tuple[int, ...],
    ) -> None:
        self.reference = reference
        self.statistics = tuple(statistics)
        self.places = places

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Drawing) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, tuple[int, ...]]:
        return self.reference.digest, self.places


@lru_cache(maxsize=64)
def _thresholds(
    drawing: _Drawing, sizes: tuple[int, ...], num_descriptors: int
) -> tuple[float, ...]:
    names: list[Statistic] = [name for one in drawing.statistics for name in one.names]
    if num_descriptors:
        names.append("mmd")
    is_psi = np.array([name == "psi" for name in names])
    drawn = np.concatenate(list(_draws(drawing, sizes, num_descriptors)))
    # Roots of an index of squares are nearly normal, as the others are.
    drawn[:, is_psi] = np.sqrt(drawn[:, is_psi])
    mean, deviation = drawn.mean(axis=0), drawn.std(axis=0)
    varying = deviation > 1e-9
    largest = ((drawn - mean)[:, varying] / deviation[varying]).max(axis=1, initial=0.0)
    limits = mean + np.quantile(largest, 1 - FALSE_ALARM_RATE) * deviation
    limits[is_psi] **= 2
    return tuple(max(float(limit), LEAST[name]) for limit, name in zip(limits, names, strict=True))


def _draws(drawing: _Drawing, sizes: tuple[int, ...], num_descriptors: int) -> Iterator[Counts]:
    """Yield the statistics (W, S) of windows that are drawn, a few at a time."""
    reference, chance = drawing.reference, np.random.default_rng(_SEED)
    num_rows, descriptors = reference.num_rows, reference.descriptors
    bins = reference.bins[:, drawing.places]
    widths = [len(reference.features[place].counts) for place in drawing.places]
    starts = np.cumsum([0, *widths])
    is_in = np.zeros((num_rows, starts[-1]), np.float32)
    for column, start in enumerate(starts[:-1]):
        is_in[np.arange(num_rows), start + bins[:, column]] = 1
    largest = max((*sizes, num_descriptors))
    for _ in range(0, _NUM_DRAWS, _DRAWS_AT_A_TIME):
        calls = chance.integers(0, num_rows, (_DRAWS_AT_A_TIME, largest))
        samples = chance.integers(0, num_rows, (_DRAWS_AT_A_TIME, num_rows))
        before = (_times(samples, num_rows) @ is_in).astype(np.float64)
        # Features that only some calls had are counted in so many of the same calls.
        now = {
            size: (_times(calls[:, :size], num_rows) @ is_in).astype(np.float64)
            for size in set(sizes)
        }
        found = [
            one(before[:, start:stop], now[size][:, start:stop])
            for one, size, start, stop in zip(
                drawing.statistics, sizes, starts, starts[1:], strict=False
            )
        ]
        if num_descriptors and descriptors is not None:
            rows, count = descriptors.rows, len(descriptors.rows)
            # Where all samples have a descriptor it is that of the same sample.
            means = [
                _times(chosen % count, count) @ rows / chosen.shape[1]
                for chosen in (samples, calls[:, :num_descriptors])
            ]
            found.append(mmd(*means)[:, np.newaxis])
        yield np.concatenate(found, axis=1)


def _times(chosen: NDArray[np.int64], num_rows: int) -> NDArray[np.float32]:
    """Return how often each draw (W, n) has each sample (W, N)."""
    draws = len(chosen)
    flat = (chosen + np.arange(draws)[:, np.newaxis] * num_rows).ravel()
    counts = np.bincount(flat, minlength=draws * num_rows).reshape(draws, num_rows)
    return counts.astype(np.float32)


def _place(reference: DriftReference, statistics: FeatureStatistics) -> int:
    return [one.name for one in reference.features].index(statistics.name)


def _rounded(count: int) -> int:
    """Return a count with two digits at most, so that windows of about a size share thresholds.

    Downwards: the thresholds of a smaller window are higher.
    """
    count = min(count, _MAX_CALLS)
    unit = int(10 ** max(0, len(str(count)) - 2))
    return count // unit * unit
