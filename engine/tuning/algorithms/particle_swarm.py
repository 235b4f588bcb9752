"""Particle swarm optimisation."""

from __future__ import annotations

import numpy as np

from engine.specs.tuning.search_space import SearchSpace
from engine.tuning.algorithms.particles import ParticleSearch, Swarm
from engine.tuning.search_space import Floats


class ParticleSwarmSearch(ParticleSearch):
    """v ← w v + c₁ r₁ (p - x) + c₂ r₂ (g - x); x ← x + v (Shi & Eberhart 1998)."""

    def __init__(
        self,
        space: SearchSpace,
        seed: int,
        population: int,
        inertia: float,
        cognitive_weight: float,
        social_weight: float,
    ) -> None:
        super().__init__(space, seed, population)
        self._inertia = inertia
        self._cognitive_weight = cognitive_weight
        self._social_weight = social_weight

    def move(self, swarm: Swarm, generator: np.random.Generator) -> Floats:
        """Return the next place; the velocity is the way of the last move."""
        here_D = swarm.own_KD[-1]
        velocity_D = here_D - swarm.own_KD[-2] if len(swarm.own_KD) > 1 else np.zeros_like(here_D)
        own_best_D = swarm.own_KD[int(np.argmin(swarm.own_losses_K))]
        random = generator.uniform(size=(2, len(here_D)))
        return np.asarray(
            here_D
            + self._inertia * velocity_D
            + self._cognitive_weight * random[0] * (own_best_D - here_D)
            + self._social_weight * random[1] * (swarm.best_D - here_D)
        )
