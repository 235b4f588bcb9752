"""Which samples a classifier got wrong, and which show well what it does."""

# N samples, K classes

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.outcome import Outcome


@dataclass(frozen=True)
class Pick:
    """One sample worth a look: its index, the class to explain, and how sure the model was."""

    index: int
    label: int
    score: float


def mistakes(outcome: Outcome) -> list[Pick]:
    """Return all samples with a wrong decision, the surest mistake first.

    Sureness is the score of the wrongly given class; in multi-label data that of the worst wrong
    decision, where a missed class counts as 1 - score.
    """
    wrong = np.flatnonzero(~outcome.correct)
    given = outcome.predicted[wrong] & ~outcome.actual[wrong]
    missed = outcome.actual[wrong] & ~outcome.predicted[wrong]
    if not outcome.multi_label:
        missed[:] = False
    scores = outcome.scores[wrong]
    sureness = np.where(given, scores, np.where(missed, 1 - scores, -1.0))
    worst = sureness.argmax(axis=1) if len(wrong) else np.zeros(0, dtype=np.int64)
    sure = sureness[np.arange(len(wrong)), worst]
    order = np.argsort(-sure, kind="stable")
    return [Pick(int(wrong[i]), int(worst[i]), float(sure[i])) for i in order]


def examples(outcome: Outcome, max_examples: int) -> list[Pick]:
    """Return correct samples of each class: the surest ones first, then the least sure ones.

    At most two per class and ``max_examples`` in all, so that with many classes each of the first
    gets one before any gets two.
    """
    surest: list[Pick] = []
    least_sure: list[Pick] = []
    for label in range(outcome.scores.shape[1]):
        right = np.flatnonzero(outcome.correct & outcome.actual[:, label])
        scores = outcome.scores[right, label]
        if len(right) > 0:
            surest.append(_pick(right, label, scores, int(scores.argmax())))
        if len(right) > 1:
            # Searched from the end, so that it is another sample even when all scores are equal.
            lowest = len(scores) - 1 - int(scores[::-1].argmin())
            least_sure.append(_pick(right, label, scores, lowest))
    return (surest + least_sure)[:max_examples]


def names(flags: NDArray[np.bool_], labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels that are set in (K,)."""
    return tuple(labels[i] for i in np.flatnonzero(flags).tolist())


def _pick(samples: NDArray[np.intp], label: int, scores: NDArray[np.float64], at: int) -> Pick:
    return Pick(int(samples[at]), label, float(scores[at]))
