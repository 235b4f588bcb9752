"""Try a candidate on every fold: what it says of rows it has not learnt from."""

# R rows, S scores, T stages, V rows that are predicted in some fold

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded, Floats, Question
from engine.training.arrays import read_arrays, write_arrays
from engine.training.budget import Budget, OutOfTime
from engine.training.tabular.candidates import Candidate, Staged, TableModel
from engine.training.tabular.folds import Fold

HOPELESS, HOPELESS_OF_ITS_KIND = 1.3, 1.04
"""Times the loss of the best of all, and of its own kind, from which a candidate is not tried on
further folds: another kind may be worse and still add what the others lack."""

MOST_FOR_A_FIRST_FOLD = 0.4
"""Of the time that is left: what takes longer would not end, and others would not begin."""

TIMED_ROWS = 1000


@dataclass(frozen=True)
class OutOfFold:
    """What a candidate says of the rows that were predicted.

    Attributes:
        rounds: chosen once for all folds, by the mean of their losses: a choice a fold would
            flatter each of them.
        scores: (V, S), in the order of the folds laid end to end.
        loss: mean over those rows.
        fold_losses: of each fold.
        seconds: of learning on all folds.
        predict_ms: milliseconds for a thousand rows.
    """

    rounds: int
    scores: Floats
    loss: float
    fold_losses: tuple[float, ...]
    seconds: float
    predict_ms: float


@dataclass(frozen=True)
class _Part:
    """What one fold gave: scores (T, V', S) after each stage, and what they took."""

    staged: Staged
    seconds: float
    predict_ms: float

    def write(self, path: Path) -> None:
        """Keep it, whole or not at all."""
        times = np.array([self.seconds, self.predict_ms])
        write_arrays(path, {"staged": self.staged, "times": times})

    @classmethod
    def read(cls, path: Path) -> _Part:
        """Return what an earlier process kept."""
        arrays = read_arrays(path)
        seconds, predict_ms = arrays["times"].tolist()
        return cls(arrays["staged"].astype(np.float32, copy=False), seconds, predict_ms)


def out_of_fold(
    candidate: Candidate,
    rows: Encoded,
    targets: Floats,
    question: Question,
    folds: Sequence[Fold],
    *,
    folder: Path,
    budget: Budget,
    on_fold: Callable[[], None],
    give_up_above: float = math.inf,
    may_be_late: bool = False,
) -> OutOfFold | None:
    """Fit a candidate on each fold, or read what an earlier process kept of it.

    Args:
        candidate: the learner.
        rows: (R,) training rows.
        targets: (R,).
        question: what is asked.
        folds: of the training rows.
        folder: where finished folds are kept.
        budget: that the folds are spent of.
        on_fold: called after each fold.
        give_up_above: the loss on the first fold from which the others are not tried.
        may_be_late: finish it even when the time is over.

    Returns:
        ``None`` for a candidate that was given up.

    Raises:
        OutOfTime: when the remaining folds would not end in time.
    """
    parts: list[_Part] = []
    for number, (train, valid) in enumerate(folds):
        path = folder / candidate.name / f"{number}.npz"
        if path.exists():
            parts.append(_Part.read(path))
            budget.finish(parts[-1].seconds)
        else:
            budget.begin(MOST_FOR_A_FIRST_FOLD if number == 0 else 1.0)
            staged, model = candidate.explore(
                rows.rows(train), targets[train], rows.rows(valid), targets[valid]
            )
            seconds = budget.finish()
            parts.append(_Part(staged, seconds, _latency(model, rows.rows(valid[:TIMED_ROWS]))))
            parts[-1].write(path)
        on_fold()
        if number == 0:
            least = _least(parts[0].staged, targets[valid], question)
            if least > give_up_above:
                return None
        a_fold = sum(part.seconds for part in parts) / len(parts)
        if not may_be_late and not budget.fits(a_fold * (len(folds) - number - 1)):
            raise OutOfTime
    return _choose(candidate.stages, parts, targets, question, folds)


def _latency(model: TableModel, rows: Encoded) -> float:
    """Return the milliseconds that a thousand rows would take."""
    began = time.perf_counter()
    model.scores(rows)
    return (time.perf_counter() - began) * 1e6 / len(rows)


def _least(staged: Staged, targets: Floats, question: Question) -> float:
    return min(question.loss(one.astype(np.float64), targets) for one in staged)


def _choose(
    stages: NDArray[np.int64],
    parts: Sequence[_Part],
    targets: Floats,
    question: Question,
    folds: Sequence[Fold],
) -> OutOfFold:
    staged = [part.staged for part in parts]
    num_stages = max(len(scores) for scores in staged)
    losses = np.empty((len(folds), num_stages))
    for number, (scores, (_, valid)) in enumerate(zip(staged, folds, strict=True)):
        curve = [question.loss(one.astype(np.float64), targets[valid]) for one in scores]
        # A fold that ended early was past its best: it would not have got better.
        losses[number] = curve + [curve[-1]] * (num_stages - len(curve))
    best = int(losses.mean(axis=0).argmin())
    chosen: list[Floats] = [one[min(best, len(one) - 1)].astype(np.float64) for one in staged]
    joined: Floats = np.concatenate(chosen)
    order = np.concatenate([valid for _, valid in folds])
    return OutOfFold(
        rounds=int(stages[min(best, len(stages) - 1)]),
        scores=joined,
        loss=question.loss(joined, targets[order]),
        fold_losses=tuple(losses[:, best].tolist()),
        seconds=sum(part.seconds for part in parts),
        predict_ms=parts[0].predict_ms,
    )
