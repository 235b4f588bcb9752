"""Rank trials that break a limit behind those that keep it."""

# N trials

from __future__ import annotations

import numpy as np

from engine.tuning.search_space import Floats


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
