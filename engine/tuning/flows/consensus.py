"""Maximise a cheap function over a cube by consensus-based optimisation."""

# P particles, D parameters

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.tuning.flows.mean_field import Floats
from engine.tuning.search_space import Cube

_DRIFT = 0.7
_EXCHANGE = 0.6
_COPY_RATE = 0.3
_MUTATION_RATE = 0.1


def flow_to_maximum(
    value: Callable[[Floats], Floats],
    starts_PD: Floats,
    cube: Cube,
    num_steps: int,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Let particles flow to the consensus of the better ones, and return where each was best.

    Discretises dX = λ (m - X) dt + σ diag(|m - X|) dB (anisotropic consensus-based optimisation,
    Carrillo, Jin, Li & Zhu 2021; docs/explanation/sfde.md equation 1) with an exchange between
    particles that carries the shape of their cloud, and a temperature that falls by a quarter a
    step. A particle stays where it was best.

    Args:
        value: of snapped points (P, D); higher is better.
        starts_PD: snapped points.

    Returns:
        Points (P, D), the best first, and their values (P,).
    """
    particles_PD = starts_PD.copy()
    values_P = value(particles_PD)
    num_particles, num_dims = particles_PD.shape
    spread_D = particles_PD.std(0)
    weights_P = np.log(num_particles + 0.5) - np.log(np.arange(1, num_particles + 1))
    weights_P = weights_P / weights_P.sum()
    for step in range(num_steps):
        order_P = np.argsort(-values_P, kind="stable")
        best_D = particles_PD[order_P[0]]
        # Half the best and half the weighted mean: the best alone would be left by no particle.
        consensus_D = 0.5 * (best_D + weights_P @ particles_PD[order_P])
        drift_PD = consensus_D - particles_PD
        pairs = generator.integers(num_particles, size=(2, num_particles))
        # Differences of pairs follow a narrow valley that noise along the axes would leave.
        exchange_PD = particles_PD[pairs[0]] - particles_PD[pairs[1]]
        temperature_PD = 0.3 * np.abs(drift_PD) + 0.4 * 0.75**step * spread_D + 1e-5
        moved_PD = (
            particles_PD
            + _DRIFT * drift_PD
            + _EXCHANGE * generator.standard_normal((num_particles, 1)) * exchange_PD
            + temperature_PD * generator.standard_normal((num_particles, num_dims))
        )
        if cube.is_choice_D.any():
            moved_PD = np.where(
                cube.is_choice_D, _jump(cube, particles_PD, best_D, generator), moved_PD
            )
        # The value is asked where a trial would be evaluated: on cells, absent parameters alike.
        moved_PD = cube.snap(np.where(cube.is_choice_D, moved_PD, np.clip(moved_PD, 0.0, 1.0)))
        moved_values_P = value(moved_PD)
        better_P = moved_values_P > values_P
        particles_PD[better_P] = moved_PD[better_P]
        values_P = np.where(better_P, moved_values_P, values_P)
    order_P = np.argsort(-values_P, kind="stable")
    return particles_PD[order_P], values_P[order_P]


def _jump(
    cube: Cube, particles_PD: Floats, best_D: Floats, generator: np.random.Generator
) -> Floats:
    draw_PD = generator.uniform(size=particles_PD.shape)
    anything_PD = np.floor(generator.uniform(size=particles_PD.shape) * cube.num_choices_D)
    copied_PD = np.where(draw_PD < _COPY_RATE, best_D, particles_PD)
    return np.where(draw_PD > 1.0 - _MUTATION_RATE, anything_PD, copied_PD)
