"""How the learning rate moves during a run."""

from __future__ import annotations

import math


def constant_after_warmup(step: int, num_steps: int, warmup_share: float) -> float:
    """Return the factor of the learning rate at a step of an interval, in 0..1.

    It rises in a line over the warm-up and stays: another interval goes on from the weights, and
    only the search over its intervals says how the rate moves.

    Args:
        step: of the interval, from 0.
        num_steps: of the interval.
        warmup_share: part of the steps that warm up.
    """
    return min(1.0, (step + 1) / (int(num_steps * warmup_share) + 1))


def cosine_with_warmup(step: int, num_steps: int, warmup_share: float) -> float:
    """Return the factor of the learning rate at a step, in 0..1.

    It rises in a line over the warm-up and falls along half a cosine to zero.

    Args:
        step: of the run, from 0.
        num_steps: of the whole run.
        warmup_share: part of the steps that warm up.

    Source: Loshchilov and Hutter, ICLR 2017, eq. 5, without restarts.
    """
    warmup_steps = int(num_steps * warmup_share)
    if step < warmup_steps:
        return (step + 1) / (warmup_steps + 1)
    done = (step - warmup_steps) / max(1, num_steps - warmup_steps)
    return 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
