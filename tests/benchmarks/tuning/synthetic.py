"""Functions to develop on, so that constants are not tuned to those that judge."""

# N points, D parameters

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.specs.tuning.search_space import Choices, FloatRange, IntRange, Parameter, SearchSpace
from tests.benchmarks.tuning.problem import Problem, Settings

Floats = NDArray[np.float64]
Function = Callable[[Floats], float]


def _ellipsoid(z_D: Floats) -> float:
    return float(np.square(z_D) @ np.logspace(0, 4, len(z_D)))


def _rosenbrock(z_D: Floats) -> float:
    x_D = z_D + 1.0
    return float((100 * (x_D[1:] - x_D[:-1] ** 2) ** 2 + (1 - x_D[:-1]) ** 2).sum())


def _rastrigin(z_D: Floats) -> float:
    return float((np.square(z_D) - 10 * np.cos(2 * np.pi * z_D) + 10).sum())


def _ackley(z_D: Floats) -> float:
    near = -20 * np.exp(-0.2 * np.sqrt(np.mean(np.square(z_D))))
    return float(near - np.exp(np.mean(np.cos(2 * np.pi * z_D))) + 20 + np.e)


def _different_powers(z_D: Floats) -> float:
    return float((np.abs(z_D) ** np.linspace(2, 6, len(z_D))).sum())


def _step(z_D: Floats) -> float:
    return float(np.square(np.floor(2 * z_D + 0.5)).sum())


def _asymmetric(z_D: Floats) -> float:
    """A valley that is a hundred times steeper on one side of each axis."""
    return float((np.where(z_D > 0, 100.0, 1.0) * np.square(z_D)).sum() ** 0.9)


def _tuning(z_D: Floats) -> float:
    """Few parameters count, with plateaus beyond a cliff, like a diverging learning rate."""
    weights = 0.3 ** np.arange(len(z_D))
    basin = float((weights * (1 - np.exp(-np.square(z_D) / 4))).sum())
    return basin + (3.0 if z_D[0] > 1.5 else 0.0)


FUNCTIONS: dict[str, Function] = {
    "ellipsoid": _ellipsoid,
    "rosenbrock": _rosenbrock,
    "rastrigin": _rastrigin,
    "ackley": _ackley,
    "different_powers": _different_powers,
    "step": _step,
    "asymmetric": _asymmetric,
    "tuning": _tuning,
}
_UNROTATED = {"rastrigin", "step", "asymmetric", "tuning"}


def continuous(name: str, dimension: int, seed: int) -> Problem:
    """Return a function moved, and turned where that makes it harder, on [-5, 5]^d."""
    function = FUNCTIONS[name]
    generator = np.random.default_rng((seed, dimension))
    shift_D = generator.uniform(-3.5, 3.5, dimension)
    turn_DD = np.linalg.qr(generator.standard_normal((dimension, dimension)))[0]
    if name in _UNROTATED:
        turn_DD = np.eye(dimension)
    names = [f"x{place}" for place in range(dimension)]

    def loss(settings: Settings) -> float:
        return function(turn_DD @ (np.array([settings[name] for name in names], float) - shift_D))

    space = SearchSpace(
        parameters=tuple(Parameter(name=one, range=FloatRange(low=-5, high=5)) for one in names)
    )
    return Problem("synthetic", f"synthetic/{name}/d{dimension}/s{seed}", space, loss, 0.0)


def mixed(name: str, seed: int) -> Problem:
    """Return a function of four numbers, two whole numbers and two choices that add to it."""
    function = FUNCTIONS[name]
    generator = np.random.default_rng((seed, 77))
    shift_D = generator.uniform(-3.0, 3.0, 6)
    shift_D[4:] = np.rint(shift_D[4:])
    offsets = [generator.permutation(np.linspace(0.0, 3.0, num)) for num in (4, 7)]
    slopes = generator.uniform(0.5, 2.0, 7)
    slopes[int(np.argmin(offsets[1]))] = 1.0

    def loss(settings: Settings) -> float:
        z_D = np.array([settings[f"x{place}"] for place in range(6)], float) - shift_D
        chosen = [int(settings["c0"]), int(settings["c1"])]
        scale = float(slopes[chosen[1]])
        return function(z_D * scale) + sum(
            float(offset[place]) for offset, place in zip(offsets, chosen, strict=True)
        )

    parameters = [Parameter(name=f"x{one}", range=FloatRange(low=-5, high=5)) for one in range(4)]
    parameters += [Parameter(name=f"x{one}", range=IntRange(low=-5, high=5)) for one in (4, 5)]
    parameters += [
        Parameter(name=f"c{one}", range=Choices(values=tuple(range(num))))
        for one, num in enumerate((4, 7))
    ]
    space = SearchSpace(parameters=tuple(parameters))
    return Problem("synthetic", f"synthetic-mixed/{name}/s{seed}", space, loss, 0.0)
