"""Evaluate how alike a model finds pairs of texts."""

# N pairs, D size of a point

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
RECALL_AT = (1, 5, 10)
_RESAMPLES = 500


@dataclass(frozen=True)
class PairOutcome:
    """The score of a pair in 0..1, and the points of its texts where the model makes them."""

    score: float
    points: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None


def pearson(given: Numbers, expected: Numbers) -> float:
    """Return the linear correlation, 0 when either does not vary."""
    if len(given) < 2 or given.std() == 0 or expected.std() == 0:
        return 0.0
    return float(np.corrcoef(given, expected)[0, 1])


def spearman(given: Numbers, expected: Numbers) -> float:
    """Return the correlation of ranks; equal values share the mean of their ranks."""
    return pearson(ranks(given), ranks(expected))


def ranks(values: Numbers) -> Numbers:
    """Return the rank (N,) of each value from 1, the mean rank for equal ones."""
    order = np.argsort(values, kind="stable")
    _, inverse, counts = np.unique(values[order], return_inverse=True, return_counts=True)
    ends = counts.cumsum()
    mean = ends - (counts - 1) / 2
    result = np.empty(len(values))
    result[order] = mean[inverse]
    return result


def area_under_curve(scores: Numbers, is_alike: NDArray[np.bool_]) -> float | None:
    """Return the chance that an alike pair scores above an unlike one, ``None`` without both.

    Source: Mann and Whitney's U; equal scores count one half.
    """
    alike = int(is_alike.sum())
    unlike = len(is_alike) - alike
    if alike == 0 or unlike == 0:
        return None
    above = ranks(scores)[is_alike].sum() - alike * (alike + 1) / 2
    return float(above / (alike * unlike))


def recall_at(outcomes: Sequence[PairOutcome], is_alike: NDArray[np.bool_]) -> dict[str, float]:
    """Return how often the counterpart of a text is among the k nearest of all second texts.

    Only alike pairs ask; texts of equal points share a place, to the asker's disadvantage.

    Returns:
        ``recall_at_1`` and so on; empty when the model makes no points or no pair is alike.
    """
    asking = np.flatnonzero(is_alike)
    if not len(asking) or any(outcome.points is None for outcome in outcomes):
        return {}
    points = [outcome.points for outcome in outcomes if outcome.points is not None]
    first = np.stack([one for one, _ in points])[asking]
    second = np.stack([two for _, two in points])
    near = first @ second.T
    own = near[np.arange(len(asking)), asking]
    # The same text may be the second of several pairs: its copies are no competitors.
    is_copy = np.isclose(second[asking] @ second.T, 1.0, atol=1e-6)
    before = ((near >= own[:, np.newaxis]) & ~is_copy).sum(axis=1)
    return {f"recall_at_{k}": float((before < k).mean()) for k in RECALL_AT}


def best_threshold(scores: Numbers, is_alike: NDArray[np.bool_]) -> float:
    """Return the threshold of the best F1 of "alike" on a grid, 0.5 without both kinds."""
    if is_alike.all() or not is_alike.any():
        return 0.5
    grid = np.round(np.arange(1, 20) * 0.05, 2)
    found = scores[np.newaxis] >= grid[:, np.newaxis]
    right = (found & is_alike).sum(axis=1)
    f1 = 2 * right / (found.sum(axis=1) + is_alike.sum())
    best = np.flatnonzero(f1 == f1.max())
    return float(grid[best[np.argmin(np.abs(grid[best] - 0.5))]])


def pearson_interval(given: Numbers, expected: Numbers, seed: int) -> tuple[float, float]:
    """Return the 95 % interval of ``pearson`` over resampled pairs."""
    random = np.random.default_rng(seed)
    values = []
    for _ in range(_RESAMPLES):
        chosen = random.integers(len(given), size=len(given))
        values.append(pearson(given[chosen], expected[chosen]))
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


def word_overlap(texts: Sequence[tuple[frozenset[str], frozenset[str]]]) -> Numbers:
    """Return the share of words two texts have in common (Jaccard), for each pair."""
    return np.array([len(one & two) / max(1, len(one | two)) for one, two in texts])
