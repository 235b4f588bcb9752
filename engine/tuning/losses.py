"""One loss per trial, also of those that were stopped early."""

# N trials

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """What became of a trial.

    Attributes:
        loss: of a complete trial, lower is better; ``None`` when it has none.
        is_pruned: it was stopped early, and ``curve`` says how far it came.
        curve: losses on the way, by step.
    """

    loss: float | None = None
    is_pruned: bool = False
    curve: Mapping[int, float] = field(default_factory=dict)


def losses_of(outcomes: Sequence[Outcome]) -> Floats:
    """Return losses (N,), NaN where a trial has none.

    A pruned trial is ranked where it was stopped: among the complete trials' losses at that step it
    has a quantile, and it gets their final loss at this quantile, but never a better one than the
    median of theirs: it was stopped because it was no hope, and must not win by what it did not
    show.
    """
    losses_N = np.array(
        [np.nan if one.is_pruned or one.loss is None else one.loss for one in outcomes], float
    )
    complete_N = np.isfinite(losses_N)
    if not complete_N.any():
        return losses_N
    final = np.sort(losses_N[complete_N])
    curves = [one.curve for one, complete in zip(outcomes, complete_N, strict=True) if complete]
    # Pruners stop trials at a few rungs, so that a long study has few of these lists.
    beside: dict[int, Floats] = {}
    for place, one in enumerate(outcomes):
        if one.is_pruned and one.curve:
            last = max(one.curve)
            if last not in beside:
                beside[last] = np.array([curve[last] for curve in curves if last in curve])
            losses_N[place] = _final_loss(one.curve[last], beside[last], final)
    return losses_N


def _final_loss(loss: float, beside: Floats, final: Floats) -> float:
    """Return the quantile of ``final`` that ``loss`` has in ``beside``, the median at the least."""
    share = float(np.mean(beside < loss)) if len(beside) and np.isfinite(loss) else 1.0
    return float(np.quantile(final, max(share, 0.5)))
