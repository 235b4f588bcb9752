"""How settings change between two intervals of a population."""

# T members, D parameters

from __future__ import annotations

import numpy as np

from engine.specs.tuning.search_space import Choices
from engine.tuning.flows.cloud import step_from
from engine.tuning.flows.mean_field import mean_field
from engine.tuning.search_space import Axis, Cube, Floats

_FACTORS = (0.8, 1.2)


class Perturbation:
    """Each parameter is drawn anew or changed by a fifth; choices are drawn anew or stay.

    A number that can have few values moves to the next one at least. Source: Jaderberg et al.,
    Population based training of neural networks, 2017, section 4.1.1.
    """

    moves_all = False

    def __init__(self, cube: Cube, explore_probability: float) -> None:
        self._cube = cube
        self._explore_probability = explore_probability

    def move(
        self, points_TD: Floats, losses_T: Floats, point_D: Floats, generator: np.random.Generator
    ) -> Floats:
        """Return a changed point (D,)."""
        cube = self._cube
        fresh_D = cube.from_unit(generator.uniform(size=(1, cube.num_dims)))[0]
        is_fresh_D = generator.uniform(size=cube.num_dims) < self._explore_probability
        factors_D = generator.choice(_FACTORS, size=cube.num_dims)
        changed_D = np.array(
            [
                _scaled(axis, float(place), float(factor))
                for axis, place, factor in zip(cube.axes, point_D, factors_D, strict=True)
            ]
        )
        return np.asarray(cube.snap(np.where(is_fresh_D, fresh_D, changed_D)[None])[0])


class ConsensusStep:
    """A particle moves by one step of the cloud of SFDE, in the mean field of the members.

    Only the order of the members' scores counts. Equations 8 and 9 of docs/explanation/sfde.md.
    """

    moves_all = True

    def __init__(self, cube: Cube) -> None:
        self._cube = cube

    def move(
        self, points_TD: Floats, losses_T: Floats, point_D: Floats, generator: np.random.Generator
    ) -> Floats:
        """Return a changed point (D,)."""
        return step_from(self._cube, mean_field(points_TD, losses_T), point_D, generator)


def _scaled(axis: Axis, place: float, factor: float) -> float:
    """Return where the value at a place lies once it is multiplied."""
    if isinstance(axis.range, Choices):
        return place
    value = float(axis.value(place))
    scaled = value * factor
    step = axis.range.step
    if step is not None and abs(scaled - value) < step:
        scaled = value + (step if factor > 1 else -step)
    return axis.coordinate(scaled)
