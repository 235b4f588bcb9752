"""Which models take part in a blend, and how much each counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]


class Blend(NamedTuple):
    """Shares of those that take part, adding up to one, and the least loss while drawing."""

    weights: dict[str, float]
    loss: float


def select(
    predictions: Mapping[str, Floats],
    loss: Callable[[Floats], float],
    *,
    steps: int,
    least_share: float,
) -> Blend:
    """Draw models into a blend.

    Starting with the best, the model is added, again and again, that makes the mean of all drawn
    ones best; so the blend is never worse than its best member on these samples.

    Args:
        predictions: of each model for the same samples, which it has not learnt from.
        loss: of predictions of that shape.
        steps: how often one is drawn; with one step it is the best model alone.
        least_share: members below it are not worth their size and are left out.

    Source: Caruana et al., Ensemble Selection from Libraries of Models, ICML 2004, section 2.
    """
    drawn: list[str] = []
    losses: list[float] = []
    total = np.zeros_like(next(iter(predictions.values())))
    for step in range(1, steps + 1):
        trials = {name: loss((total + one) / step) for name, one in predictions.items()}
        best = min(trials, key=trials.__getitem__)
        drawn.append(best)
        losses.append(trials[best])
        total = total + predictions[best]
    # Later draws are taken back: once nothing helps, they only spread the shares.
    times = Counter(drawn[: int(np.argmin(losses)) + 1])
    kept = {name: num for name, num in times.items() if num >= least_share * times.total()}
    return Blend({name: num / sum(kept.values()) for name, num in kept.items()}, min(losses))
