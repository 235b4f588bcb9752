"""Ratio features: quotients of pairs of number columns, for which trees need many splits."""

# R rows, N numbers, P pairs

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.data.tabular.encoded_table import Encoded
from engine.onnx_graphs.graph import GraphBuilder

# A pair needs two columns of many values: the ratio of two flags says nothing new.
MIN_DISTINCT, MAX_COLUMNS = 12, 12


@dataclass(frozen=True)
class RatioFeatures:
    """Pairs of number columns; each gives the first divided by the second, missing over zero."""

    pairs: tuple[tuple[int, int], ...] = ()

    def __call__(self, numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the ratios (R, P) float32, NaN where they are not finite."""
        above = numbers[:, [i for i, _ in self.pairs]]
        below = numbers[:, [j for _, j in self.pairs]]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ratios = np.divide(above, below, dtype=np.float32)
        ratios[~np.isfinite(ratios)] = np.nan
        return ratios

    def add_to(self, graph: GraphBuilder, numbers: str) -> str:
        """Add the ratios to a graph; return the name of (R, P)."""
        above = graph.constant(np.array([i for i, _ in self.pairs], np.int64))
        below = graph.constant(np.array([j for _, j in self.pairs], np.int64))
        ratios = graph.node(
            "Div",
            graph.node("Gather", numbers, above, axis=1),
            graph.node("Gather", numbers, below, axis=1),
        )
        nothing = graph.constant(np.array(np.nan, np.float32))
        return graph.node("Where", graph.node("IsInf", ratios), nothing, ratios)


def candidate_pairs(train: Encoded, importances: Sequence[float] = ()) -> RatioFeatures:
    """Return all pairs of number columns that a ratio may make sense for.

    Args:
        train: training rows.
        importances: of each number column, larger for better; the best columns are paired.
    """
    distinct = [len(np.unique(column[np.isfinite(column)])) for column in train.numbers.T]
    usable = [i for i, count in enumerate(distinct) if count >= MIN_DISTINCT]
    if importances:
        usable.sort(key=lambda i: -importances[i])
    return RatioFeatures(tuple(combinations(sorted(usable[:MAX_COLUMNS]), 2)))


def widened(rows: Encoded, ratios: RatioFeatures) -> Encoded:
    """Return rows whose numbers have the ratios behind them."""
    if not ratios.pairs:
        return rows
    return Encoded(np.concatenate([rows.numbers, ratios(rows.numbers)], axis=1), rows.categories)
