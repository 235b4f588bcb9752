"""What is tuned: a search space and a loss for every setting of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from engine.specs.tuning.search_space import SearchSpace, Value
from engine.tuning.search_space import Cube

Settings = Mapping[str, Value]
_NORMALISING_DRAWS = 1000
_NORMALISING_TRIALS = 8


@dataclass(frozen=True)
class Problem:
    """A benchmark problem.

    Attributes:
        family: problems of one family are averaged together.
        key: names it among all.
        space: what is searched.
        loss: of settings; lower is better, without noise.
        optimum: the least loss, known or the best ever seen.
        scale: loss of what random search finds in 8 trials on average, less the optimum; regrets
            are in units of it.
    """

    family: str
    key: str
    space: SearchSpace
    loss: Callable[[Settings], float]
    optimum: float
    scale: float = 1.0


def random_scale(
    space: SearchSpace, losses: Callable[[list[dict[str, Value]]], list[float]], optimum: float
) -> float:
    """Return the mean over 1,000 draws of the best of 8 random trials, less the optimum."""
    cube = Cube(space)
    generator = np.random.default_rng(0)
    num = _NORMALISING_DRAWS * _NORMALISING_TRIALS
    points = cube.from_unit(generator.uniform(size=(num, cube.num_dims)))
    drawn = np.array(losses([cube.settings(point) for point in points]))
    best = drawn.reshape(_NORMALISING_DRAWS, _NORMALISING_TRIALS).min(1)
    return float(best.mean() - optimum)
