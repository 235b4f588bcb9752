"""Population mode: members learn in intervals, and who falls behind goes on from a leader.

Trial n is one interval of member n mod P; its round is n // P. What a member stands at is read from
its last trial that has a score, so that a trial that failed costs its member one interval and
nothing else. A member is compared with the others as they stand when it is asked for, whatever
round they are in: no worker waits for the slowest.
"""

# T members, D parameters

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.stats import qmc

from engine.specs.tuning.search_space import Value
from engine.specs.tuning.study import Population
from engine.tuning.search_space import Cube, Floats

# What generators are for; each draw of a study has a stream of its own.
_SOBOL, _STEP = range(2)


@dataclass(frozen=True, eq=False)
class Interval:
    """A trial that has ended.

    Attributes:
        settings: as the trial had them, which may leave some to the task.
        point_D: the same as a snapped point.
        loss: lower is better; NaN or infinite for trials that failed.
        has_weights: whether another trial can go on from it.
    """

    number: int
    settings: Mapping[str, Value]
    point_D: Floats
    loss: float
    has_weights: bool


@dataclass(frozen=True)
class Step:
    """What a trial does: with which settings it goes on, and from which trial."""

    settings: dict[str, Value]
    parent: int | None


class Explorer(Protocol):
    """How the settings of a member change between two intervals.

    Attributes:
        moves_all: whether members that go on from their own weights move too, unless they lead;
            otherwise only those that copied a leader do.
    """

    moves_all: bool

    def move(
        self, points_TD: Floats, losses_T: Floats, point_D: Floats, generator: np.random.Generator
    ) -> Floats:
        """Return the next snapped point (D,) of a particle.

        Args:
            points_TD: where the members stand.
            losses_T: what they found there.
            point_D: where the trial stands that the particle goes on from.
            generator: of all draws.
        """
        ...


class PopulationSearch:
    """Say how each trial goes on: a pure function of the seed, its number and the trials before.

    Args:
        cube: of what is searched.
        seed: of all draws.
        population: its size, and how many of it copy.
        explorer: how settings change.
    """

    def __init__(self, cube: Cube, seed: int, population: Population, explorer: Explorer) -> None:
        self.cube = cube
        self._seed = seed
        self._population = population
        self._explorer = explorer

    def ask(self, ended: Sequence[Interval], number: int) -> Step:
        """Return how a trial begins.

        Args:
            ended: all trials that have ended.
            number: of the trial.
        """
        scored = sorted(
            (one for one in ended if math.isfinite(one.loss)), key=lambda one: one.number
        )
        members = {one.number % self._population.size: one for one in scored}
        standing = sorted(members.values(), key=_rank)
        heirs = [one for one in standing if one.has_weights]
        if not heirs:
            # The members' last weights are cleared when a search ends, and one that is extended
            # goes on from the best trial of all.
            heirs = sorted((one for one in scored if one.has_weights), key=_rank)
        if number < self._population.size or not heirs:
            return Step(self._first(number), None)
        own = members.get(number % self._population.size)
        generator = np.random.default_rng((self._seed, _STEP, number))
        parent = self._parent(own, standing, heirs, generator)
        leads = own is parent and own in standing[: self._num_copied(standing)]
        if own is parent and (leads or not self._explorer.moves_all):
            return Step(dict(parent.settings), parent.number)
        points_TD = np.array([one.point_D for one in standing])
        losses_T = np.array([one.loss for one in standing])
        point_D = self._explorer.move(points_TD, losses_T, parent.point_D, generator)
        return Step(self.cube.settings(point_D), parent.number)

    def _first(self, number: int) -> dict[str, Value]:
        """Return settings of a trial that learns from scratch: a Sobol sequence by its number."""
        generator = np.random.default_rng((self._seed, _SOBOL))
        sobol = qmc.Sobol(self.cube.num_dims, scramble=True, rng=generator)
        unit_ND = sobol.random_base2(number.bit_length())
        return self.cube.settings(self.cube.from_unit(unit_ND)[number])

    def _parent(
        self,
        own: Interval | None,
        standing: Sequence[Interval],
        heirs: Sequence[Interval],
        generator: np.random.Generator,
    ) -> Interval:
        """Return the trial to go on from: a leader's for one who is behind, otherwise the own."""
        num_copied = self._num_copied(standing)
        behind = standing[len(standing) - num_copied :]
        if own is not None and own.has_weights and own not in behind:
            return own
        leaders = heirs[: max(1, num_copied)]
        return leaders[int(generator.integers(len(leaders)))]

    def _num_copied(self, standing: Sequence[Interval]) -> int:
        """Return how many members lead, and as many are behind; nobody in a population of one."""
        if len(standing) < 2:
            return 0
        return max(1, int(self._population.quantile * len(standing)))


def _rank(one: Interval) -> tuple[float, int]:
    return one.loss, one.number
