"""Pairs of category columns as numbers: the mean of the target among rows that share both."""

# R rows, P pairs

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Floats
from engine.onnx_graphs.graph import GraphBuilder

MAX_COLUMNS, MAX_CELLS = 10, 20_000
SMOOTHING = 20.0
INNER_FOLDS = 5


@dataclass(frozen=True)
class CategoryPairs:
    """Tables of smoothed means, one a pair; a column with itself is the column alone.

    Source: Micci-Barreca, A preprocessing scheme for high-cardinality categorical attributes,
    SIGKDD Explorations 3 (2001), eq. 3 with a fixed weight of the prior.

    Attributes:
        places: the two columns of each pair.
        widths: codes of the second column of each pair.
        tables: (codes of the first × codes of the second,) of each pair.
    """

    places: tuple[tuple[int, int], ...] = ()
    widths: tuple[int, ...] = ()
    tables: tuple[NDArray[np.float32], ...] = ()

    def __call__(self, categories: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the means (R, P) float32."""
        columns = [
            table[categories[:, i] * width + categories[:, j]]
            for (i, j), width, table in zip(self.places, self.widths, self.tables, strict=True)
        ]
        return np.stack(columns, axis=1) if columns else np.empty((len(categories), 0), np.float32)

    def add_to(self, graph: GraphBuilder, categories: str) -> str:
        """Add the means to a graph; return the name of (R, P)."""
        last = graph.constant(np.array([1], np.int64))
        columns = []
        for (i, j), width, table in zip(self.places, self.widths, self.tables, strict=True):
            scaled = graph.node(
                "Mul", graph.column(categories, i), graph.constant(np.array(width, np.int64))
            )
            cell = graph.node("Add", scaled, graph.column(categories, j))
            mean = graph.node("Gather", graph.constant(table), cell, axis=0)
            columns.append(graph.node("Unsqueeze", mean, last))
        return graph.node("Concat", *columns, axis=1)


def learn_pairs(
    categories: NDArray[np.int64], targets: Floats, num_codes: tuple[int, ...], seed: int
) -> tuple[CategoryPairs, NDArray[np.float32]]:
    """Learn the tables of all pairs of the first columns.

    Args:
        categories: (R, C) codes of training rows.
        targets: (R,) zeros and ones, or values.
        num_codes: of each column.
        seed: of the inner folds.

    Returns:
        The tables of all rows, for other rows; and the means of these rows (R, P), each from
        tables that have not seen the row: its own target would tell the learner the target.
    """
    columns = range(min(len(num_codes), MAX_COLUMNS))
    places = tuple(
        (i, j)
        for i, j in combinations_with_replacement(columns, 2)
        if num_codes[i] * num_codes[j] <= MAX_CELLS
    )
    if not places:
        return CategoryPairs(), np.empty((len(targets), 0), np.float32)
    everyone = np.arange(len(targets))
    part = np.random.default_rng(seed).integers(0, INNER_FOLDS, len(targets))
    means = np.empty((len(targets), len(places)), np.float32)
    for fold in range(INNER_FOLDS):
        inner = _tables(categories, targets, num_codes, places, everyone[part != fold])
        means[part == fold] = inner(categories[part == fold])
    return _tables(categories, targets, num_codes, places, everyone), means


def _tables(
    categories: NDArray[np.int64],
    targets: Floats,
    num_codes: tuple[int, ...],
    places: tuple[tuple[int, int], ...],
    rows: NDArray[np.int64],
) -> CategoryPairs:
    prior = float(targets[rows].mean())
    tables = []
    for i, j in places:
        size = num_codes[i] * num_codes[j]
        cells = categories[rows, i] * num_codes[j] + categories[rows, j]
        sums = np.bincount(cells, targets[rows], size)
        counts = np.bincount(cells, minlength=size)
        tables.append(((sums + SMOOTHING * prior) / (counts + SMOOTHING)).astype(np.float32))
    return CategoryPairs(places, tuple(num_codes[j] for _, j in places), tuple(tables))
