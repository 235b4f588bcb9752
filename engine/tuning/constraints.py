"""Limits that trials should keep, and the rank of those that break them."""

# N trials, K limits

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.tuning.search_space import Floats


@dataclass(frozen=True)
class Limits:
    """What is known of the limits of a study.

    Attributes:
        losses_N: of trials, whether or not they keep the limits.
        values_NK: above 0 where a trial breaks a limit, NaN where that is not known.
    """

    losses_N: Floats
    values_NK: Floats

    @property
    def violations_N(self) -> Floats:
        """By how much trials break all limits; what is not known counts as kept."""
        return np.asarray(np.nansum(np.maximum(self.values_NK, 0.0), axis=1))

    @property
    def ranked_N(self) -> Floats:
        """Losses in which whatever breaks a limit is worse than all that keeps it."""
        return feasible_first(self.losses_N, self.violations_N)


def feasible_first(losses_N: Floats, violations_N: Floats) -> Floats:
    """Return losses in which whatever breaks a limit is worse than all that keeps it.

    Among those that break it, the one that does so by more is worse, whatever it scored (Deb,
    Computer Methods in Applied Mechanics and Engineering 2000).

    Args:
        losses_N: lower is better; not finite where a trial has none.
        violations_N: by how much a limit is broken; 0 where it is kept.
    """
    feasible_N = violations_N == 0.0
    if feasible_N.all():
        return losses_N
    kept = losses_N[feasible_N & np.isfinite(losses_N)]
    top, spread = (kept.max(), np.ptp(kept) or 1.0) if len(kept) else (0.0, 1.0)
    return np.where(feasible_N, losses_N, top + spread * violations_N / violations_N.max())
