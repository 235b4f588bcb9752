"""Which samples a classifier got wrong, and which show well what it does."""

# N samples, K classes

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from easel.runtime.predictions.labels import sigmoid
from numpy.typing import NDArray

from engine.metrics.decisions import Decisions, row_chunks


@dataclass(frozen=True)
class Pick:
    """One sample worth a look: its index, the class to explain, and how sure the model was."""

    index: int
    label: int
    score: float


def mistakes(decisions: Decisions) -> list[Pick]:
    """Return all samples with a wrong decision, the surest mistake first.

    Sureness is the score of the wrongly given class; in multi-label data that of the worst wrong
    decision, where a missed class counts as 1 - score.
    """
    wrong = np.flatnonzero(~decisions.correct)
    if decisions.multi_label:
        worst, sure = _worst_decisions(decisions, wrong)
    else:
        worst = decisions.predicted[wrong].argmax(axis=1)
        sure = decisions.scores_of(wrong, worst)
    order = np.argsort(-sure, kind="stable")
    return [Pick(int(wrong[i]), int(worst[i]), float(sure[i])) for i in order]


def _worst_decisions(
    decisions: Decisions, wrong: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the class of the surest wrong decision about each sample, and how sure it was."""
    worst = np.empty(len(wrong), dtype=np.intp)
    sure = np.empty(len(wrong))
    for rows in row_chunks(len(wrong), decisions.num_classes):
        samples = wrong[rows]
        differs = decisions.predicted[samples] != decisions.actual[samples]
        scores = sigmoid(decisions.logits[samples])
        sureness = np.where(decisions.predicted[samples], scores, 1 - scores)
        sureness[~differs] = -1.0
        worst[rows] = sureness.argmax(axis=1)
        sure[rows] = sureness.max(axis=1)
    return worst, sure


def examples(decisions: Decisions, max_examples: int) -> list[Pick]:
    """Return correct samples of each class: the surest ones first, then the least sure ones.

    At most two per class and ``max_examples`` in all, so that with many classes each of the first
    gets one before any gets two.
    """
    surest: list[Pick] = []
    least_sure: list[Pick] = []
    for right, label in _right_by_class(decisions):
        scores = decisions.scores_of(right, np.full(len(right), label))
        surest.append(_pick(right, label, scores, int(scores.argmax())))
        if len(right) > 1:
            # Searched from the end, so that it is another sample even when all scores are equal.
            lowest = len(scores) - 1 - int(scores[::-1].argmin())
            least_sure.append(_pick(right, label, scores, lowest))
    return (surest + least_sure)[:max_examples]


def _right_by_class(decisions: Decisions) -> Iterator[tuple[NDArray[np.intp], int]]:
    """Yield each class that has correct samples, with these, in order."""
    correct = np.flatnonzero(decisions.correct)
    places, classes = np.nonzero(decisions.actual[correct])
    order = np.argsort(classes, kind="stable")
    samples = correct[places[order]]
    labels, starts, sizes = np.unique(classes[order], return_index=True, return_counts=True)
    for label, start, size in zip(labels.tolist(), starts, sizes, strict=True):
        yield samples[start : start + size], label


def names(flags: NDArray[np.bool_], labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels that are set in (K,)."""
    return tuple(labels[i] for i in np.flatnonzero(flags).tolist())


def _pick(samples: NDArray[np.intp], label: int, scores: NDArray[np.float64], at: int) -> Pick:
    return Pick(int(samples[at]), label, float(scores[at]))
