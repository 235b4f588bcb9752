"""Precision and recall of one class over all thresholds, and the threshold to recommend."""

# N samples, K classes

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.metrics.counts import Flags, ratio
from engine.metrics.decisions import Decisions
from engine.specs.package.report import PrPoint

FALLBACK_THRESHOLD = 0.5
MIN_SAMPLES_FOR_THRESHOLD = 5


@dataclass(frozen=True)
class PrCurve:
    """Counts at each distinct score, descending: samples that reach it, and those that are right.

    ``num_actual`` is the number of samples that show the class.
    """

    scores: NDArray[np.float64]
    reached: NDArray[np.float64]
    hits: NDArray[np.float64]
    num_actual: int

    @property
    def average_precision(self) -> float:
        """Area under the steps of the curve; 0.0 when no sample shows the class."""
        if self.num_actual == 0:
            return 0.0
        gained = np.diff(self.hits, prepend=0.0) / self.num_actual
        return float(np.sum(gained * self.hits / self.reached))

    def points(self, max_points: int, threshold: float) -> tuple[PrPoint, ...]:
        """Return the curve on an even grid of thresholds from 0 to 1, and at one more.

        Each point is exact for its threshold, so a slider shows true numbers. Thresholds that no
        sample reaches have no precision and are left out.

        Args:
            max_points: size of the grid.
            threshold: the recommended one, which seldom lies on the grid.
        """
        grid = np.union1d(np.linspace(0.0, 1.0, max_points).round(6), threshold)
        at = np.searchsorted(-self.scores, -grid, side="right") - 1
        grid, at = grid[at >= 0], at[at >= 0]
        hits, reached = self.hits[at], self.reached[at]
        recall = ratio(hits, np.full(len(at), float(self.num_actual)))
        f1 = 2 * hits / (reached + self.num_actual)
        rows = np.column_stack([hits / reached, recall, f1]).round(6).tolist()
        return tuple(
            PrPoint(threshold=at_least, precision=p, recall=r, f1=f)
            for at_least, (p, r, f) in zip(grid.tolist(), rows, strict=True)
        )

    def best_threshold(self) -> float:
        """Return the threshold of the best F1, midway to the next lower score.

        With fewer than 5 samples that show the class, or fewer than 5 that do not, the curve is
        mostly chance: 0.5 is returned then. Of equally good thresholds the highest wins.
        """
        num_others = int(self.reached[-1]) - self.num_actual if len(self.reached) else 0
        if min(self.num_actual, num_others) < MIN_SAMPLES_FOR_THRESHOLD:
            return FALLBACK_THRESHOLD
        best = int(np.argmax(self.hits / (self.reached + self.num_actual)))
        # Midway, as a threshold on the score itself would miss it where a runtime rounds otherwise.
        following = self.scores[best + 1] if best + 1 < len(self.scores) else 0.0
        return float((self.scores[best] + following) / 2)


def pr_curves(decisions: Decisions) -> Iterator[PrCurve]:
    """Yield the curve of each class, in order."""
    for k, scores in enumerate(decisions.scores_by_class()):
        yield pr_curve(scores, decisions.actual[:, k])


def pr_curve(scores: NDArray[np.float64], actual: Flags) -> PrCurve:
    """Count one class at all thresholds.

    Args:
        scores: (N,) in 0..1.
        actual: (N,), whether the sample shows the class.
    """
    # The order within ties does not matter: only the last place of each is kept.
    order = np.argsort(-scores)
    ordered = scores[order]
    last_of_ties = np.append(np.diff(ordered) != 0, True) if len(ordered) else np.zeros(0, bool)
    hits = np.cumsum(actual[order], dtype=np.float64)[last_of_ties]
    reached = (np.flatnonzero(last_of_ties) + 1).astype(np.float64)
    return PrCurve(ordered[last_of_ties], reached, hits, int(actual.sum()))
