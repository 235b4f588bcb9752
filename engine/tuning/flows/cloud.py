"""Candidates: where particles of a stochastic differential equation may be next."""

# S candidates, E elites, D parameters

from __future__ import annotations

import numpy as np

from engine.tuning.flows.mean_field import Floats, MeanField
from engine.tuning.search_space import Cube

# A choice jumps to what the elites favour, or anywhere; otherwise it stays with its parent.
_FAVOURED_RATE = 0.3
_UNIFORM_RATE = 0.7
_LEAST_UNIFORM_SHARE = 0.05


def draw_cloud(
    cube: Cube, field: MeanField, num_candidates: int, generator: np.random.Generator
) -> Floats:
    """Return snapped candidates (S, D), half by the flow and half by kicks.

    The flow is the exact step of the Ornstein-Uhlenbeck process of consensus-based sampling
    (Carrillo, Hoffmann, Stuart & Vaes 2022, eq. 1.3; docs/explanation/sfde.md equation 4), of
    random length; kicks change some coordinates of an elite by steps of all sizes.
    """
    num_flow = num_candidates // 2
    num_elites = len(field.elites_ED)
    flowing_SD = field.elites_ED[generator.choice(num_elites, num_flow, p=field.weights_E)]
    flowed_SD = _flow(field, flowing_SD, generator)
    # The better an elite, the more often it is kicked: the mean rank is a sixth of them.
    ranks_S = generator.exponential(max(1.0, num_elites / 6), num_candidates - num_flow)
    kicked_from_SD = field.elites_ED[np.minimum(ranks_S.astype(int), num_elites - 1)]
    kicked_SD = _kick(field, kicked_from_SD, generator)
    parents_SD = np.concatenate([flowing_SD, kicked_from_SD])
    children_SD = np.concatenate([flowed_SD, kicked_SD])
    return _settle(cube, field, parents_SD, children_SD, generator)


def step_from(
    cube: Cube, field: MeanField, point_D: Floats, generator: np.random.Generator
) -> Floats:
    """Return the snapped place (D,) of one particle after a step, by the flow or by a kick."""
    point_1D = point_D[None]
    move = _flow if generator.uniform() < 0.5 else _kick
    moved_1D = _settle(cube, field, point_1D, move(field, point_1D, generator), generator)
    return np.asarray(moved_1D[0])


def _settle(
    cube: Cube,
    field: MeanField,
    parents_SD: Floats,
    children_SD: Floats,
    generator: np.random.Generator,
) -> Floats:
    """Return moved particles inside the walls, their choices drawn, snapped."""
    moved_SD = _into_walls(children_SD, generator)
    jumped_SD = _jump(cube, field, parents_SD, generator)
    return cube.snap(np.where(cube.is_choice_D, jumped_SD, moved_SD))


def _flow(field: MeanField, parents_SD: Floats, generator: np.random.Generator) -> Floats:
    """Return children: x' = m + a (x - m) + √(1 - a²) s C^½ ξ."""
    num_candidates, num_dims = parents_SD.shape
    # a = e^{-Δt}; s stands for 1/√λ, the temperature.
    a = generator.uniform(size=(num_candidates, 1))
    s = np.exp(0.7 * generator.standard_normal((num_candidates, 1)))
    noise_SD = generator.standard_normal((num_candidates, num_dims)) @ field.root_DD.T
    drift_SD = field.mean_D + a * (parents_SD - field.mean_D)
    return np.asarray(drift_SD + np.sqrt(1 - a * a) * s * noise_SD)


def _kick(field: MeanField, parents_SD: Floats, generator: np.random.Generator) -> Floats:
    """Return children that differ in a few coordinates, by steps of all sizes."""
    num_candidates, num_dims = shape = parents_SD.shape
    # Elites that agree in a parameter have no spread of their own to move it by.
    near_D = 2.0 * field.deviations_D + 1e-3
    is_near = generator.uniform(size=(num_candidates, 1)) < 0.5
    amplitude_SD = np.where(is_near, near_D, 0.5)
    scale = 10.0 ** (-2.0 * generator.uniform(size=(num_candidates, 1)))
    # In tuning few parameters count: some candidates change one or two alone, others all.
    share = np.maximum(1.5 / num_dims, generator.uniform(size=(num_candidates, 1)))
    mask_SD = generator.uniform(size=shape) < share
    noise_SD = generator.standard_normal(shape) * amplitude_SD * scale
    return np.asarray(parents_SD + mask_SD * noise_SD)


def _into_walls(points_SD: Floats, generator: np.random.Generator) -> Floats:
    """Return points inside [0, 1]: what left it sticks to the wall or is reflected, as it falls.

    Walls that only reflect make corners, where optima of models often lie, unreachable.
    """
    sticks = generator.uniform(size=points_SD.shape) < 0.5
    folded = np.abs(np.mod(points_SD + 1.0, 2.0) - 1.0)
    return np.where(sticks, np.clip(points_SD, 0.0, 1.0), folded)


def _jump(
    cube: Cube, field: MeanField, parents_SD: Floats, generator: np.random.Generator
) -> Floats:
    """Return the choices of children: a Markov jump process beside the diffusion of numbers."""
    num_candidates, num_dims = parents_SD.shape
    # With many parameters each jumps anywhere more rarely: a candidate stays near its parent.
    uniform_rate = _UNIFORM_RATE * max(_LEAST_UNIFORM_SHARE, 1.0 / num_dims)
    jumped_SD = parents_SD.copy()
    for place in np.flatnonzero(cube.is_choice_D):
        draw = generator.uniform(size=num_candidates)
        favoured = generator.choice(field.elites_ED[:, place], num_candidates, p=field.weights_E)
        anything = generator.integers(cube.num_choices_D[place], size=num_candidates)
        jumped_SD[:, place] = np.where(
            draw < _FAVOURED_RATE,
            favoured,
            np.where(draw < _FAVOURED_RATE + uniform_rate, anything, parents_SD[:, place]),
        )
    return jumped_SD
