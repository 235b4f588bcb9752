"""Searches that learn nothing from scores: random and grid."""

from __future__ import annotations

import itertools
import math

import numpy as np

from engine.errors import SpecError
from engine.specs.tuning.search_space import SearchSpace
from engine.tuning.algorithms.algorithm import Exhausted
from engine.tuning.algorithms.history import History
from engine.tuning.search_space import Cube, Floats

_MAX_GRID = 1_000_000


class RandomSearch:
    """Uniform and independent points (Bergstra & Bengio 2012)."""

    def __init__(self, space: SearchSpace, seed: int) -> None:
        self.cube = Cube(space)
        self._seed = seed

    def ask(self, history: History, number: int, width: int = 1) -> Floats:
        """Return a point; settings may come twice where there are few."""
        generator = np.random.default_rng((self._seed, number))
        return np.asarray(self.cube.from_unit(generator.uniform(size=(1, self.cube.num_dims)))[0])


class GridSearch:
    """All combinations in a shuffled order, so that any part of the grid is spread over it.

    Raises:
        SpecError: ``grid_too_large`` when there are more than a million combinations.
    """

    def __init__(self, space: SearchSpace, seed: int, num_cuts: int) -> None:
        self.cube = Cube(space)
        columns = []
        for axis in self.cube.axes:
            num_values = min(axis.num_values or num_cuts, num_cuts)
            if axis.is_choice:
                columns.append(np.arange(axis.num_values or 0, dtype=float))
            elif axis.num_values is None:
                columns.append(np.linspace(0.0, 1.0, num_values))
            else:
                columns.append((np.arange(num_values) + 0.5) / num_values)
        num_combinations = math.prod(len(column) for column in columns)
        if num_combinations > _MAX_GRID:
            raise SpecError(
                f"The grid has {num_combinations:,} combinations; {_MAX_GRID:,} at most. "
                "Take fewer parameters or cuts, or another sampler.",
                code="grid_too_large",
            )
        grid = np.array(list(itertools.product(*columns)))
        # Combinations that differ in absent parameters alone are one.
        points = np.unique(self.cube.snap(grid), axis=0)
        self._points = np.random.default_rng(seed).permutation(points)

    def ask(self, history: History, number: int, width: int = 1) -> Floats:
        """Return the combination of a number.

        Raises:
            Exhausted: after the last.
        """
        if number >= len(self._points):
            raise Exhausted(f"All {len(self._points)} combinations of the grid have been tried.")
        return np.asarray(self._points[number])
