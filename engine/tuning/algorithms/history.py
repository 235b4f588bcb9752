"""What a search algorithm is told: all trials of a study, as points."""

# N finished trials, P running ones, D parameters

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.tuning.constraints import Limits
from engine.tuning.search_space import Bools, Floats

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class History:
    """The trials of a study; an algorithm is a pure function of it.

    Attributes:
        points_ND: snapped points of finished trials, in the order in which they finished.
        losses_N: lower is better; NaN or infinite for trials that failed.
        numbers_N: of the finished trials in the study.
        pending_PD: snapped points of trials that run.
        limits: of the finished trials, which ``losses_N`` are ranked by; ``None`` without any.
        asked_ND: which parameters the finished trials asked for; ``None`` when those that take part
            at their points.
        asked_PD: which ones the running trials will, as far as can be told.
    """

    points_ND: Floats
    losses_N: Floats
    numbers_N: Ints
    pending_PD: Floats
    limits: Limits | None = None
    asked_ND: Bools | None = None
    asked_PD: Bools | None = None

    @classmethod
    def empty(cls, num_dims: int) -> History:
        """Return the history of a study that has not begun."""
        nothing = np.empty((0, num_dims))
        return cls(nothing, np.empty(0), np.empty(0, np.int64), nothing)

    def begin(self, point_D: Floats) -> History:
        """Return this history with one more running trial."""
        asked_PD = None
        if self.asked_PD is not None:
            asked_PD = np.concatenate([self.asked_PD, np.ones((1, len(point_D)), bool)])
        pending_PD = np.concatenate([self.pending_PD, point_D[None]])
        return replace(self, pending_PD=pending_PD, asked_PD=asked_PD)

    def finish(self, losses_P: Floats) -> History:
        """Return this history once all running trials have finished, in the order they began."""
        first = int(self.numbers_N.max(initial=-1)) + 1
        return History(
            np.concatenate([self.points_ND, self.pending_PD]),
            np.concatenate([self.losses_N, losses_P]),
            np.concatenate([self.numbers_N, first + np.arange(len(losses_P))]),
            self.pending_PD[:0],
        )

    @property
    def num_scored(self) -> int:
        """How many trials have a loss."""
        return int(np.isfinite(self.losses_N).sum())
