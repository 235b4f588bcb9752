"""One loss per trial, also of those that were stopped early."""

# N trials

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.specs.study import Direction, Trial

Floats = NDArray[np.float64]


def losses_of(trials: Sequence[Trial], direction: Direction) -> Floats:
    """Return losses (N,), lower is better, NaN where a trial has none.

    A complete trial has the loss of its score. A pruned one is ranked where it was stopped: among
    the complete trials' losses at that step it has a quantile, and it gets their final loss at this
    quantile, but never a better one than the median of theirs: it was stopped because it was no
    hope, and must not win by what it did not show.
    """
    sign = -1.0 if direction == "maximize" else 1.0
    losses_N = np.array(
        [
            sign * trial.score if trial.state == "complete" and trial.score is not None else np.nan
            for trial in trials
        ]
    )
    complete = [place for place, loss in enumerate(losses_N) if np.isfinite(loss)]
    if not complete:
        return losses_N
    final = np.sort(losses_N[complete])
    curves = [
        {point.step: sign * point.score for point in trials[place].curve} for place in complete
    ]
    for place, trial in enumerate(trials):
        if trial.state == "pruned" and trial.curve:
            last = trial.curve[-1]
            beside = np.array([curve[last.step] for curve in curves if last.step in curve])
            losses_N[place] = _final_loss(sign * last.score, beside, final)
    return losses_N


def _final_loss(loss: float, beside: Floats, final: Floats) -> float:
    """Return the quantile of ``final`` that ``loss`` has in ``beside``, the median at the least."""
    share = float(np.mean(beside < loss)) if len(beside) else 1.0
    return float(np.quantile(final, max(share, 0.5)))
