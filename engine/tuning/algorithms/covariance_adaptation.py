"""CMA-ES, by the `cmaes` package."""

from __future__ import annotations

import math
import warnings
from typing import Literal

import cmaes
import numpy as np

from engine.specs.tuning.search_space import SearchSpace
from engine.tuning.algorithms.history import History
from engine.tuning.search_space import Axis, Cube, Floats

# Whole numbers with more values than these are as good as continuous.
_MAX_CELLS = 64


class CovarianceAdaptation:
    """Generations of the trials in the order in which they finished.

    The optimiser is built again from the history at every ask: generations that are complete are
    told, and what it then draws depends on the trial's number alone.

    Source: Hansen 2016 (arXiv 1604.00772); with choices or cells, CMA-ES with margin for
    categories: Hamano et al., CatCMA with margin, arXiv 2504.07884.
    """

    def __init__(
        self,
        space: SearchSpace,
        seed: int,
        population: int | Literal["auto"],
        initial_deviation: float,
    ) -> None:
        self.cube = Cube(space)
        self._seed = seed
        self._population = None if population == "auto" else population
        self._deviation = initial_deviation
        self._is_cell_D = np.array([_has_cells(axis) for axis in self.cube.axes])
        self._is_line_D = ~self._is_cell_D & ~self.cube.is_choice_D

    def ask(self, history: History, number: int, width: int = 1) -> Floats:
        """Return a draw of the current generation's distribution."""
        # Hansen 2016, eq. 48.
        default = 4 + math.floor(3 * math.log(self.cube.num_dims))
        population = self._population or max(default, width if width > 12 else 0)
        known_N = np.isfinite(history.losses_N)
        points_ND, losses_N = history.points_ND[known_N], history.losses_N[known_N]
        generations = [
            (points_ND[start : start + population], losses_N[start : start + population])
            for start in range(0, len(losses_N) - population + 1, population)
        ]
        seed = int(np.random.default_rng((self._seed, number)).integers(2**32))
        # The package takes plain CMA-ES for two parameters and more.
        is_plain = self._is_line_D.all() and self.cube.num_dims > 1
        ask = self._ask_plain if is_plain else self._ask_mixed
        return np.asarray(self.cube.snap(ask(generations, population, seed)[None])[0])

    def _ask_plain(
        self, generations: list[tuple[Floats, Floats]], population: int, seed: int
    ) -> Floats:
        optimizer = cmaes.CMA(
            mean=np.full(self.cube.num_dims, 0.5),
            sigma=self._deviation,
            bounds=np.tile([0.0, 1.0], (self.cube.num_dims, 1)),
            population_size=population,
            seed=seed,
        )
        for points_PD, losses_P in generations:
            optimizer.tell(list(zip(points_PD, losses_P.tolist(), strict=True)))
        return np.asarray(optimizer.ask())

    def _ask_mixed(
        self, generations: list[tuple[Floats, Floats]], population: int, seed: int
    ) -> Floats:
        cells = [self._cells(place) for place in np.flatnonzero(self._is_cell_D).tolist()]
        lines = int(self._is_line_D.sum())

        def begin() -> cmaes.CatCMAwM:
            return cmaes.CatCMAwM(
                x_space=[[0.0, 1.0]] * lines or None,
                z_space=cells or None,
                c_space=self.cube.num_choices_D[self.cube.is_choice_D].tolist() or None,
                population_size=population,
                seed=seed,
            )

        optimizer = begin()
        for points_PD, losses_P in generations:
            solutions = [self._solution(point_D) for point_D in points_PD]
            try:
                with warnings.catch_warnings():
                    # NumPy only warns of what makes the distribution NaN for good.
                    warnings.simplefilter("error", RuntimeWarning)
                    optimizer.tell(list(zip(solutions, losses_P.tolist(), strict=True)))
            except (np.linalg.LinAlgError, RuntimeWarning):
                # The distribution has shrunk to a point, from which it cannot move: a restart.
                optimizer = begin()
        drawn = optimizer.ask()
        point_D = np.empty(self.cube.num_dims)
        if lines:
            point_D[self._is_line_D] = drawn.x
        if cells:
            point_D[self._is_cell_D] = drawn.z
        if drawn.c is not None:
            point_D[self.cube.is_choice_D] = drawn.c.argmax(1)
        return point_D

    def _cells(self, place: int) -> list[float]:
        axis = self.cube.axes[place]
        fine = np.linspace(0.0, 1.0, 4096)
        return sorted(set(axis.snap(fine).tolist()))

    def _solution(self, point_D: Floats) -> cmaes.CatCMAwM.Solution:
        choices = point_D[self.cube.is_choice_D].astype(int)
        widths = self.cube.num_choices_D[self.cube.is_choice_D]
        one_hot = None
        if len(choices):
            one_hot = np.zeros((len(choices), int(widths.max())), bool)
            one_hot[np.arange(len(choices)), choices] = True
        lines, cells = point_D[self._is_line_D], point_D[self._is_cell_D]
        return cmaes.CatCMAwM.Solution(lines, cells, one_hot, np.concatenate([lines, cells]))


def _has_cells(axis: Axis) -> bool:
    return not axis.is_choice and axis.num_values is not None and axis.num_values <= _MAX_CELLS
