"""PSHE2: parallel stochastic Hamiltonian exploration and exploitation."""

from __future__ import annotations

import numpy as np

from engine.specs.tuning.search_space import SearchSpace
from engine.tuning.algorithms.particles import ParticleSearch, Swarm
from engine.tuning.search_space import Floats

_ALPHA = 0.5
_KICK = 0.2


class HamiltonianSearch(ParticleSearch):
    """Damped particles in the potential ½|x - p|² + ½|x - g|², kicked after each round.

    In [-1, 1]^D, round k: v ← (1 - 3α/k) v - α (x - p) - α (x - g); x ← x + α v; then u ~ U(-1, 1)
    and x += ε u (1 - x) for u ≥ 0, else ε u (x + 1). These are the equations; the published code
    moves all particles by the velocity of the last one (docs/explanation/sfde.md, equation 7).

    Source: Xiong et al., SHE2: Stochastic Hamiltonian exploration and exploitation for
    derivative-free optimization, 2018; automatic fine-tuning of PaddleHub 1.8.
    """

    def __init__(self, space: SearchSpace, seed: int, population: int = 10) -> None:
        super().__init__(space, seed, population)

    def move(self, swarm: Swarm, generator: np.random.Generator) -> Floats:
        """Return the next place; the velocity is computed again from where the particle was."""
        own_KD = 2.0 * swarm.own_KD - 1.0
        best_D = 2.0 * swarm.best_D - 1.0
        velocity_D = np.zeros(own_KD.shape[1])
        for k in range(1, len(own_KD) + 1):
            here_D = own_KD[k - 1]
            own_best_D = own_KD[int(np.argmin(swarm.own_losses_K[:k]))]
            velocity_D = (
                (1.0 - 3.0 * _ALPHA / k) * velocity_D
                - _ALPHA * (here_D - own_best_D)
                - _ALPHA * (here_D - best_D)
            )
        moved_D = own_KD[-1] + _ALPHA * velocity_D
        kick_D = generator.uniform(-1.0, 1.0, len(moved_D))
        room_D = np.where(kick_D >= 0.0, 1.0 - moved_D, moved_D + 1.0)
        return np.asarray((moved_D + _KICK * kick_D * room_D + 1.0) / 2.0)
