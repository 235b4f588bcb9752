"""Searches by particles that move in rounds; a particle's place is read from its last trial.

Particle i of P owns the trials whose number leaves i when divided by P. A trial that failed moved
nothing: its particle goes on from the one before.
"""

# K trials of a particle, D parameters

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from engine.specs.tuning.search_space import SearchSpace
from engine.tuning.algorithms.history import History
from engine.tuning.search_space import Cube, Floats


@dataclass(frozen=True)
class Swarm:
    """What one particle knows when it moves.

    Attributes:
        own_KD: where it was, in order.
        own_losses_K: what it found there.
        last_PD: where every particle of the swarm was last.
        last_losses_P: what they found there.
        best_D: the best place of all.
    """

    own_KD: Floats
    own_losses_K: Floats
    last_PD: Floats
    last_losses_P: Floats
    best_D: Floats


class ParticleSearch(ABC):
    """Rounds of P particles; the first is drawn uniformly."""

    def __init__(self, space: SearchSpace, seed: int, population: int) -> None:
        self.cube = Cube(space)
        self._seed = seed
        self._population = population

    def ask(self, history: History, number: int, width: int = 1) -> Floats:
        """Return where the particle that a trial belongs to moves."""
        generator = np.random.default_rng((self._seed, number))
        swarm = self._swarm(history, number % self._population)
        if swarm is None:
            uniform = generator.uniform(size=(1, self.cube.num_dims))
            return np.asarray(self.cube.from_unit(uniform)[0])
        unit_D = np.clip(self.move(swarm, generator), 0.0, 1.0)
        return np.asarray(self.cube.from_unit(unit_D[None])[0])

    @abstractmethod
    def move(self, swarm: Swarm, generator: np.random.Generator) -> Floats:
        """Return the next place (D,) of a particle in [0, 1]^D."""

    def _swarm(self, history: History, particle: int) -> Swarm | None:
        known_N = np.isfinite(history.losses_N)
        points_ND = self._unit(history.points_ND[known_N])
        losses_N = history.losses_N[known_N]
        numbers_N = history.numbers_N[known_N]
        owners_N = numbers_N % self._population
        order_K = np.flatnonzero(owners_N == particle)
        if not len(order_K):
            return None
        order_K = order_K[np.argsort(numbers_N[order_K])]
        # In rising order, so that a particle's last trial is what stays.
        last = {int(owners_N[place]): place for place in np.argsort(numbers_N)}
        last_P = np.array([last[owner] for owner in sorted(last)])
        return Swarm(
            points_ND[order_K],
            losses_N[order_K],
            points_ND[last_P],
            losses_N[last_P],
            points_ND[int(np.argmin(losses_N))],
        )

    def _unit(self, points_ND: Floats) -> Floats:
        """Return points with choices as the middles of equal cells of [0, 1]."""
        return np.where(
            self.cube.is_choice_D, (points_ND + 0.5) / self.cube.num_choices_D, points_ND
        )
