"""The samplers that are compared, each with its best published settings."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import cmaes
import numpy as np
import optuna

from engine.specs.tuning.search_space import SearchSpace, Value
from engine.tuning.algorithms.algorithm import Algorithm, Exhausted
from engine.tuning.algorithms.baselines import RandomSearch
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.optuna_search import suggest
from engine.tuning.algorithms.sfde import Insight, Sfde
from engine.tuning.search_space import Cube, Floats
from tests.benchmarks.tuning.consensus import ConsensusSearch
from tests.benchmarks.tuning.hamiltonian import HamiltonianSearch

Batch = list[dict[str, Value]]


class Peer(Protocol):
    """Proposes batches and hears what became of them."""

    def ask(self, num: int) -> Batch:
        """Return settings to try side by side; fewer when there are no more."""
        ...

    def tell(self, losses: list[float]) -> None:
        """Tell the losses of the last batch."""
        ...


class Ours:
    """An algorithm of the engine, asked for one point at a time as it is in a study."""

    def __init__(self, algorithm: Algorithm) -> None:
        self._algorithm = algorithm
        self._history = History.empty(algorithm.cube.num_dims)
        self._number = 0

    def ask(self, num: int) -> Batch:
        """Return the points of a batch, each asked with those before it running."""
        settings: Batch = []
        for _ in range(num):
            try:
                point = self._algorithm.ask(self._history, self._number, num)
            except Exhausted:
                break
            self._history = self._history.begin(point)
            self._number += 1
            settings.append(self._algorithm.cube.settings(point))
        return settings

    def tell(self, losses: list[float]) -> None:
        """Finish the batch."""
        self._history = self._history.finish(np.array(losses))


class Optuna:
    """A sampler of Optuna with a study of its own."""

    def __init__(self, space: SearchSpace, sampler: optuna.samplers.BaseSampler) -> None:
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._cube = Cube(space)
        self._study = optuna.create_study(sampler=sampler)
        self._asked: list[optuna.Trial] = []

    def ask(self, num: int) -> Batch:
        """Return the settings of trials that run side by side."""
        self._asked = [self._study.ask() for _ in range(num)]
        return [suggest(self._cube, trial) for trial in self._asked]

    def tell(self, losses: list[float]) -> None:
        """Finish the trials."""
        for trial, loss in zip(self._asked, losses, strict=True):
            self._study.tell(trial, loss)


class CatCma:
    """CMA-ES with margin for categories, by its authors' package."""

    def __init__(self, space: SearchSpace, seed: int, width: int) -> None:
        self._cube = cube = Cube(space)
        self._is_cell_D = np.array(
            [not axis.is_choice and axis.num_values is not None for axis in cube.axes]
        )
        self._is_line_D = ~self._is_cell_D & ~cube.is_choice_D
        fine = np.linspace(0.0, 1.0, 20_001)
        cells = [
            sorted(set(cube.axes[place].snap(fine).tolist()))
            for place in np.flatnonzero(self._is_cell_D).tolist()
        ]
        default = 4 + math.floor(3 * math.log(cube.num_dims))
        self._optimizer = cmaes.CatCMAwM(
            x_space=[[0.0, 1.0]] * int(self._is_line_D.sum()) or None,
            z_space=cells or None,
            c_space=cube.num_choices_D[cube.is_choice_D].tolist() or None,
            population_size=width if width > 12 else default,
            seed=seed,
        )
        self._running: list[cmaes.CatCMAwM.Solution] = []
        self._told: list[tuple[cmaes.CatCMAwM.Solution, float]] = []

    def ask(self, num: int) -> Batch:
        """Return draws of the distribution."""
        self._running = [self._optimizer.ask() for _ in range(num)]
        return [self._cube.settings(self._point(one)) for one in self._running]

    def tell(self, losses: list[float]) -> None:
        """Tell whole generations; what is over waits for the next."""
        self._told += zip(self._running, losses, strict=True)
        size = self._optimizer.population_size
        while len(self._told) >= size:
            self._optimizer.tell(self._told[:size])
            self._told = self._told[size:]

    def _point(self, solution: cmaes.CatCMAwM.Solution) -> Floats:
        point = np.empty(self._cube.num_dims)
        if solution.x is not None:
            point[self._is_line_D] = solution.x
        if solution.z is not None:
            point[self._is_cell_D] = solution.z
        if solution.c is not None:
            point[self._cube.is_choice_D] = solution.c.argmax(1)
        return point


class WithoutQuadratic(Sfde):
    """SFDE that does not descend into a quadratic potential."""

    def _make_insight(self, history: History, num_candidates: int) -> Insight:
        return replace(super()._make_insight(history, num_candidates), quadratic=None)


class WithoutRegion(Sfde):
    """SFDE with one Gaussian process, of all trials."""

    def _make_insight(self, history: History, num_candidates: int) -> Insight:
        return replace(super()._make_insight(history, num_candidates), region=None)


def _tpe(space: SearchSpace, seed: int, width: int) -> Peer:
    return Optuna(
        space,
        optuna.samplers.TPESampler(
            seed=seed, multivariate=True, group=True, constant_liar=width > 1
        ),
    )


def _cma_es(space: SearchSpace, seed: int, width: int) -> Peer:
    default = 4 + math.floor(3 * math.log(len(space.parameters)))
    return Optuna(
        space, optuna.samplers.CmaEsSampler(seed=seed, popsize=max(default, width), sigma0=0.25)
    )


def _gp(space: SearchSpace, seed: int, width: int) -> Peer:
    return Optuna(space, optuna.samplers.GPSampler(seed=seed))


def _qmc(space: SearchSpace, seed: int, width: int) -> Peer:
    return Optuna(space, optuna.samplers.QMCSampler(seed=seed, scramble=True))


PEERS: dict[str, Callable[[SearchSpace, int, int], Peer]] = {
    "random": lambda space, seed, width: Ours(RandomSearch(space, seed)),
    "tpe": _tpe,
    "cma_es": _cma_es,
    "gp": _gp,
    "catcma": CatCma,
    "cbo": lambda space, seed, width: Ours(ConsensusSearch(space, seed, max(width, 10))),
    "pshe2": lambda space, seed, width: Ours(HamiltonianSearch(space, seed, max(width, 10))),
    "sfde": lambda space, seed, width: Ours(Sfde(space, seed)),
    "sde": lambda space, seed, width: Ours(Sfde(space, seed, surrogate=False)),
    "sfde_no_quadratic": lambda space, seed, width: Ours(WithoutQuadratic(space, seed)),
    "sfde_no_region": lambda space, seed, width: Ours(WithoutRegion(space, seed)),
    "qmc": _qmc,
}


def build(name: str, space: SearchSpace, seed: int, width: int) -> Peer:
    """Return a peer ready to be asked."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return PEERS[name](space, seed, width)
