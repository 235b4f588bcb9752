"""Which trials to stop early. Standard library alone: those who watch trials ask it."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from engine.specs.tuning.study import (
    Direction,
    Measurement,
    Median,
    NoPruner,
    Pruner,
    SuccessiveHalving,
)


def is_hopeless(
    pruner: Pruner,
    direction: Direction,
    curve: Sequence[Measurement],
    others: Sequence[Sequence[Measurement]],
) -> bool:
    """Return whether a trial should stop after its last measurement.

    Args:
        pruner: the rule.
        direction: of the score.
        curve: of the trial, by rising step.
        others: curves of all other trials of the study, whatever became of them.
    """
    if not curve:
        return False
    match pruner:
        case NoPruner():
            return False
        case SuccessiveHalving():
            return _falls_behind(pruner, direction, curve, others)
        case Median():
            return _is_below_median(pruner, direction, curve, others)


def _falls_behind(
    pruner: SuccessiveHalving,
    direction: Direction,
    curve: Sequence[Measurement],
    others: Sequence[Sequence[Measurement]],
) -> bool:
    """Asynchronous successive halving: at a rung, only the best 1/reduction so far go on.

    Source: Li et al., A system for massively parallel hyperparameter tuning, MLSys 2020,
    algorithm 2; as in Optuna, a trial decides once, when it reaches the rung, and the first to
    reach it goes on.
    """
    rung = curve[-1].step
    if not _is_rung(rung, pruner):
        return False
    there = [score for score in (_score_at(other, rung) for other in others) if score is not None]
    # Nobody waits for a full rung: it is compared with those that came so far, itself among them.
    num_going = max(1, (len(there) + 1) // pruner.reduction)
    better = [score for score in there if _is_better(score, curve[-1].score, direction)]
    return len(better) >= num_going


def _is_rung(step: int, pruner: SuccessiveHalving) -> bool:
    rung = pruner.min_steps
    while rung < step:
        rung *= pruner.reduction
    return rung == step


def _is_below_median(
    pruner: Median,
    direction: Direction,
    curve: Sequence[Measurement],
    others: Sequence[Sequence[Measurement]],
) -> bool:
    """The median stopping rule: Golovin et al., Google Vizier, KDD 2017, section 3.2.2."""
    step = curve[-1].step
    if step <= pruner.num_warmup_steps:
        return False
    means = [
        statistics.fmean(point.score for point in other if point.step <= step)
        for other in others
        if other and other[-1].step >= step
    ]
    if len(means) < pruner.num_startup_trials:
        return False
    scores = [point.score for point in curve]
    best = max(scores) if direction == "maximize" else min(scores)
    return _is_better(statistics.median(means), best, direction)


def _score_at(curve: Sequence[Measurement], step: int) -> float | None:
    return next((point.score for point in curve if point.step == step), None)


def _is_better(one: float, other: float, direction: Direction) -> bool:
    return one > other if direction == "maximize" else one < other
