"""Parts of the training rows that take turns at being predicted, and the rows held out."""

# R rows

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.errors import DataError

Indices = NDArray[np.int64]
Fold = tuple[Indices, Indices]
"""Rows to learn from, and rows to predict."""

# Trees cannot be grown from fewer, as each sees a part of them.
MIN_ROWS = 4


def make_folds(
    targets: NDArray[np.float64],
    num_folds: int,
    *,
    stratified: bool,
    groups: Sequence[str] | None,
    in_time_order: bool,
    seed: int,
) -> list[Fold]:
    """Divide rows into folds.

    Args:
        targets: (R,) class indices, when ``stratified``.
        num_folds: at most so many; fewer where a class or the groups are fewer.
        stratified: keep the shares of the classes.
        groups: (R,) rows of one group stay together.
        in_time_order: rows are oldest first; each fold is predicted from the rows before it.
        seed: of the shuffling.

    Raises:
        DataError: ``folds_impossible`` when there are not two parts to be made, ``rows_too_few``
            when too few rows are left to learn from.
    """
    from sklearn import model_selection

    num_rows = len(targets)
    rows = np.zeros((num_rows, 1))
    most = num_rows if groups is None else len(set(groups))
    if in_time_order:
        most = num_rows - 1
    if min(most, num_folds) < 2:
        raise DataError(
            f"The training rows cannot be divided into folds: there are {most} parts that may be "
            "separated and at least 2 are needed. Add rows, or choose another group column.",
            code="folds_impossible",
            count=most,
        )
    count = min(num_folds, most)
    # Where every class has fewer rows than there are folds, shares cannot be kept.
    stratified = stratified and np.bincount(targets.astype(np.int64)).max() >= count
    if in_time_order:
        divider = model_selection.TimeSeriesSplit(count)
    elif groups is not None:
        kind = model_selection.StratifiedGroupKFold if stratified else model_selection.GroupKFold
        divider = kind(count, shuffle=True, random_state=seed)
    elif stratified:
        divider = model_selection.StratifiedKFold(count, shuffle=True, random_state=seed)
    else:
        divider = model_selection.KFold(count, shuffle=True, random_state=seed)
    with warnings.catch_warnings():
        # A rare class is missing in some folds; every learner takes that.
        warnings.filterwarnings("ignore", message="The least populated class")
        folds = [
            (train.astype(np.int64), valid.astype(np.int64))
            for train, valid in divider.split(rows, targets, groups)
        ]
    # The oldest rows alone may be too few; every other way of dividing needs all of its folds.
    enough = [fold for fold in folds if len(fold[0]) >= MIN_ROWS]
    if len(enough) < (2 if in_time_order else len(folds)):
        raise DataError(
            f"There are {num_rows} training rows, too few to be divided into folds: at least "
            f"{MIN_ROWS} rows are needed to learn from in each. Add rows, or give training a "
            "larger share.",
            code="rows_too_few",
            count=num_rows,
            minimum=MIN_ROWS,
        )
    return enough
