"""Rows of a held-out split that training has as well, by copying or by chance."""

# R rows

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.dataset import TableDataset
from engine.data.tabular.encoded_table import Floats

MANY_ALIKE = 5
"""Where so many rows share their features on average, equal rows are no copies."""
# Columns that go together make equal rows likelier than columns that do not.
_LIKELIER = 3


@dataclass(frozen=True)
class Repeats:
    """Held-out rows that stand among the training rows, their answer included.

    Attributes:
        count: of them, and ``share`` of the held-out rows.
        num_distinct: different rows of features in training.
        is_expected: whether so many come about by chance.
    """

    count: int
    share: float
    num_distinct: int
    is_expected: bool


def repeats_across(train: TableDataset, held_out: TableDataset) -> Repeats:
    """Return how many held-out rows have the features and the answer of a training row."""
    features = [_features(train, index) for index in range(len(train))]
    known = {(one, train.targets[index]) for index, one in enumerate(features)}
    count = sum(
        (_features(held_out, index), held_out.targets[index]) in known
        for index in range(len(held_out))
    )
    share = count / max(1, len(held_out))
    num_distinct = len(set(features))
    return Repeats(
        count=count,
        share=share,
        num_distinct=num_distinct,
        is_expected=num_distinct * MANY_ALIKE <= len(train)
        or share <= _LIKELIER * _share_by_chance(train, held_out),
    )


def _features(dataset: TableDataset, index: int) -> bytes:
    encoded = dataset.encoded
    key: bytes = encoded.numbers[index].tobytes() + encoded.categories[index].tobytes()
    return key


def _share_by_chance(train: TableDataset, held_out: TableDataset) -> float:
    """Return the share of rows that training would repeat if columns were drawn by themselves."""
    chance = np.ones(len(held_out))
    for column, seen in zip(_columns(held_out), _columns(train), strict=True):
        values, counts = np.unique(seen, return_counts=True)
        places = np.clip(np.searchsorted(values, column), 0, len(values) - 1)
        chance *= np.where(values[places] == column, counts[places], 0) / len(train)
    return float((1 - (1 - chance) ** len(train)).mean()) if len(held_out) else 0.0


def _columns(dataset: TableDataset) -> list[NDArray[np.float64]]:
    """Return the columns (R,) that are not made of one another, the answer last."""
    # The parts of a time all follow from its days.
    own = [part in (None, "days") for _, part in dataset.meaning.features()]
    encoded: Floats = np.hstack([dataset.encoded.numbers, dataset.encoded.categories])
    # Empty cells are alike; NaN is not even equal to itself.
    filled = np.nan_to_num(encoded, nan=-np.inf)
    return [*filled.T[own], dataset.targets]
