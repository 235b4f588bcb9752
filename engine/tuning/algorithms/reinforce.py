"""A controller that learns by policy gradient what to choose (REINFORCE)."""

# N finished trials, D parameters, V values of a parameter

from __future__ import annotations

import math

import numpy as np

from engine.specs.tuning.search_space import SearchSpace
from engine.tuning.algorithms.history import History
from engine.tuning.search_space import Axis, Cube, Floats

# How fast the baseline forgets, and how much uncertainty is worth while little is known.
_BASELINE_DECAY, _ENTROPY_WEIGHT = 0.9, 0.02
# Below this a choice would hardly ever be tried again.
_EXPLORATION = 0.05


class Reinforce:
    """One distribution per parameter, moved towards what did better than usual.

    The probability of settings is the product over the parameters that take part, so that the
    gradient of its logarithm is the chosen value's indicator less the probabilities (Williams,
    Machine Learning 1992, eq. 4; as a controller of architectures: Zoph & Le, ICLR 2017). Rewards
    are compared with an exponential mean of those before, in units of their spread, and the entropy
    of each distribution has a small share in the gain. Ranges are cut into ``num_cuts`` values;
    what lies within a cut is drawn evenly.

    The policy is learnt again from all trials at every ask, in the order in which they finished.
    """

    def __init__(self, space: SearchSpace, seed: int, learning_rate: float, num_cuts: int) -> None:
        self.cube = Cube(space)
        self._seed = seed
        self._learning_rate = learning_rate
        self._sizes = [_num_values(axis, num_cuts) for axis in self.cube.axes]

    def ask(self, history: History, number: int, width: int = 1) -> Floats:
        """Return a draw of the policy."""
        generator = np.random.default_rng((self._seed, number))
        point_D = np.array(
            [
                self._draw(axis, logits_V, generator)
                for axis, logits_V in zip(self.cube.axes, self.logits(history), strict=True)
            ]
        )
        return np.asarray(self.cube.snap(point_D[None])[0])

    def logits(self, history: History) -> list[Floats]:
        """Return what the trials have taught: logits (V,) per parameter."""
        logits = [np.zeros(size) for size in self._sizes]
        known_N = np.isfinite(history.losses_N)
        points_ND = history.points_ND[known_N]
        active_ND = self.cube.active(points_ND)
        gains_N = advantages(-history.losses_N[known_N])
        for point_D, active_D, gain in zip(points_ND, active_ND, gains_N, strict=True):
            for place in np.flatnonzero(active_D).tolist():
                chosen = self._value(place, float(point_D[place]))
                logits[place] += self._learning_rate * _gradient(logits[place], chosen, gain)
        return logits

    def _draw(self, axis: Axis, logits_V: Floats, generator: np.random.Generator) -> float:
        probabilities_V = _softmax(logits_V)
        probabilities_V = (1 - _EXPLORATION) * probabilities_V + _EXPLORATION / len(probabilities_V)
        value = int(generator.choice(len(probabilities_V), p=probabilities_V))
        if axis.is_choice:
            return float(value)
        return (value + float(generator.uniform())) / len(probabilities_V)

    def _value(self, place: int, coordinate: float) -> int:
        size = self._sizes[place]
        if self.cube.axes[place].is_choice:
            return int(coordinate)
        return min(int(coordinate * size), size - 1)


def advantages(rewards_N: Floats) -> Floats:
    """Return how much better each trial was than those before it, in units of their spread.

    The first has nothing to be compared with, and teaches nothing.
    """
    gains_N = np.zeros(len(rewards_N))
    baseline, spread = 0.0, 0.0
    for place, reward in enumerate(rewards_N):
        if place == 0:
            baseline = float(reward)
            continue
        away = float(reward) - baseline
        spread = _BASELINE_DECAY * spread + (1 - _BASELINE_DECAY) * away**2 if spread else away**2
        gains_N[place] = np.clip(away / math.sqrt(spread), -3.0, 3.0) if spread else 0.0
        baseline += (1 - _BASELINE_DECAY) * away
    return gains_N


def _gradient(logits_V: Floats, chosen: int, gain: float) -> Floats:
    """Return the gradient of ``gain · log p(chosen) + weight · entropy``."""
    probabilities_V = _softmax(logits_V)
    logs_V = np.log(probabilities_V)
    entropy = -float((probabilities_V * logs_V).sum())
    of_choice_V = -probabilities_V
    of_choice_V[chosen] += 1.0
    return np.asarray(gain * of_choice_V - _ENTROPY_WEIGHT * probabilities_V * (logs_V + entropy))


def _softmax(logits_V: Floats) -> Floats:
    powers_V = np.exp(logits_V - logits_V.max())
    return np.asarray(powers_V / powers_V.sum())


def _num_values(axis: Axis, num_cuts: int) -> int:
    known = axis.num_values
    if axis.is_choice:
        return known or 1
    return num_cuts if known is None else min(known, num_cuts)
