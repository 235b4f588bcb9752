"""Anisotropic consensus-based optimisation, on the trials themselves."""

from __future__ import annotations

import numpy as np

from engine.specs.tuning.search_space import SearchSpace
from engine.tuning.algorithms.particles import ParticleSearch, Swarm
from engine.tuning.search_space import Floats

_DRIFT = 1.0
_DIFFUSION = 0.7
_STEP = 0.5
_SHARPNESS = 30.0


class ConsensusSearch(ParticleSearch):
    """dX = -λ (X - m) dt + σ diag(|X - m|) dB with m weighted by exp(-α f).

    Source: Carrillo, Jin, Li & Zhu, A consensus-based global optimization method for high
    dimensional machine learning problems, 2021, equation 2.4; α in units of the range of f.
    """

    def __init__(self, space: SearchSpace, seed: int, population: int = 10) -> None:
        super().__init__(space, seed, population)

    def move(self, swarm: Swarm, generator: np.random.Generator) -> Floats:
        """Return the Euler-Maruyama step of a particle."""
        # Of equal losses every weight is one, instead of NaN.
        spread = max(float(np.ptp(swarm.last_losses_P)), np.finfo(float).tiny)
        weights_P = np.exp(-_SHARPNESS * (swarm.last_losses_P - swarm.last_losses_P.min()) / spread)
        mean_D = weights_P @ swarm.last_PD / weights_P.sum()
        offset_D = swarm.own_KD[-1] - mean_D
        noise_D = generator.standard_normal(len(offset_D))
        return np.asarray(
            swarm.own_KD[-1]
            - _DRIFT * _STEP * offset_D
            + _DIFFUSION * np.sqrt(_STEP) * np.abs(offset_D) * noise_D
        )
