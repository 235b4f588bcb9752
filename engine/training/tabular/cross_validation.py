"""Try a candidate on every fold: what it says of rows it has not learnt from."""

# R rows, S scores, T stages, V rows that are predicted in some fold

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.disk import write_atomically
from engine.models.tabular.encoded import Encoded, Floats, Question
from engine.training.tabular.candidates import Candidate, Staged
from engine.training.tabular.folds import Fold

HOPELESS = 1.06
"""Times the loss of the best, from which a candidate is not tried on further folds."""


@dataclass(frozen=True)
class OutOfFold:
    """What a candidate says of the rows that were predicted.

    Attributes:
        rounds: chosen once for all folds, by the mean of their losses: a choice a fold would
            flatter each of them.
        scores: (V, S), in the order of the folds laid end to end.
        loss: mean over those rows.
        fold_losses: of each fold.
    """

    rounds: int
    scores: Floats
    loss: float
    fold_losses: tuple[float, ...]


def out_of_fold(
    candidate: Candidate,
    rows: Encoded,
    targets: Floats,
    question: Question,
    folds: Sequence[Fold],
    *,
    folder: Path,
    on_fold: Callable[[], None],
    rival_loss: float = math.inf,
) -> OutOfFold | None:
    """Fit a candidate on each fold, or read what an earlier process kept of it.

    Args:
        candidate: the learner.
        rows: (R,) training rows.
        targets: (R,).
        question: what is asked.
        folds: of the training rows.
        folder: where finished folds are kept.
        on_fold: called after each fold.
        rival_loss: the loss on the first fold of the best candidate so far; one that is much worse
            there is given up.

    Returns:
        ``None`` for a candidate that was given up.
    """
    staged = []
    for number, (train, valid) in enumerate(folds):
        path = folder / candidate.name / f"{number}.npy"
        if path.exists():
            staged.append(np.load(path, allow_pickle=False))
        else:
            scores = candidate.explore(
                rows.rows(train), targets[train], rows.rows(valid), targets[valid]
            )
            write_array(path, scores)
            staged.append(scores)
        on_fold()
        if number == 0 and _least(staged[0], targets[valid], question) > HOPELESS * rival_loss:
            return None
    return _choose(candidate.stages, staged, targets, question, folds)


def _least(staged: Staged, targets: Floats, question: Question) -> float:
    return min(question.loss(one.astype(np.float64), targets) for one in staged)


def _choose(
    stages: NDArray[np.int64],
    staged: Sequence[Staged],
    targets: Floats,
    question: Question,
    folds: Sequence[Fold],
) -> OutOfFold:
    num_stages = max(len(scores) for scores in staged)
    losses = np.empty((len(folds), num_stages))
    for number, (scores, (_, valid)) in enumerate(zip(staged, folds, strict=True)):
        curve = [question.loss(one.astype(np.float64), targets[valid]) for one in scores]
        # A fold that ended early was past its best: it would not have got better.
        losses[number] = curve + [curve[-1]] * (num_stages - len(curve))
    best = int(losses.mean(axis=0).argmin())
    chosen = [scores[min(best, len(scores) - 1)].astype(np.float64) for scores in staged]
    scores = np.concatenate(chosen)
    order = np.concatenate([valid for _, valid in folds])
    return OutOfFold(
        rounds=int(stages[min(best, len(stages) - 1)]),
        scores=scores,
        loss=question.loss(scores, targets[order]),
        fold_losses=tuple(losses[:, best].tolist()),
    )


def write_array(path: Path, array: NDArray[np.generic]) -> None:
    """Write an array whole or not at all."""
    content = BytesIO()
    np.save(content, array, allow_pickle=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, content.getvalue())
