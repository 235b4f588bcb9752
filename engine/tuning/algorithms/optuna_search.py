"""Samplers of Optuna, asked with a study that is built from the history."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
import optuna
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)
from optuna.trial import FrozenTrial, TrialState, create_trial

from engine.specs.tuning.search_space import (
    Choices,
    FloatRange,
    IntRange,
    Range,
    SearchSpace,
    Value,
)
from engine.tuning.algorithms.history import History
from engine.tuning.search_space import Axis, Cube, Floats

Make = Callable[[int, int], optuna.samplers.BaseSampler]
"""From a seed and how many trials run side by side to a sampler."""


class OptunaSearch:
    """A sampler of Optuna as a function of the history."""

    def __init__(self, space: SearchSpace, seed: int, make: Make) -> None:
        self.cube = Cube(space)
        self._seed = seed
        self._make = make
        self._distributions = {axis.name: distribution(axis.range) for axis in self.cube.axes}

    def ask(self, history: History, number: int, width: int = 1) -> Floats:
        """Return what the sampler suggests after these trials."""
        seed = int(np.random.default_rng((self._seed, number)).integers(2**31))
        with warnings.catch_warnings():
            # Some samplers are called experimental; a study does not need to be told every time.
            warnings.simplefilter("ignore")
            study = optuna.create_study(sampler=self._make(seed, width))
            study.add_trials(self._trials(history))
            settings = suggest(self.cube, study.ask())
        return self.cube.point(settings)

    def _trials(self, history: History) -> list[FrozenTrial]:
        finished = [
            self._frozen(point_D, float(loss) if np.isfinite(loss) else None)
            for point_D, loss in zip(history.points_ND, history.losses_N, strict=True)
        ]
        running = [self._frozen(point_D, None, running=True) for point_D in history.pending_PD]
        return finished + running

    def _frozen(self, point_D: Floats, loss: float | None, running: bool = False) -> FrozenTrial:
        params = parameters_of(self.cube, self.cube.settings(point_D))
        if running:
            state = TrialState.RUNNING
        else:
            state = TrialState.FAIL if loss is None else TrialState.COMPLETE
        return create_trial(
            state=state,
            params=params,
            distributions={name: self._distributions[name] for name in params},
            value=loss,
        )


def suggest(cube: Cube, trial: optuna.Trial) -> dict[str, Value]:
    """Return what a trial is given for the parameters that take part."""
    settings: dict[str, Value] = {}
    for axis in cube.axes:
        if axis.parent is not None:
            above = cube.axes[axis.parent]
            if above.name not in settings:
                continue
            if int(above.coordinate(settings[above.name])) not in axis.parent_places:
                continue
        settings[axis.name] = _suggest(trial, axis)
    return settings


def _suggest(trial: optuna.Trial, axis: Axis) -> Value:
    match axis.range:
        case FloatRange(low=low, high=high, log=log, step=step):
            return trial.suggest_float(axis.name, low, high, log=log, step=step)
        case IntRange(low=low, high=high, log=log, step=step):
            return trial.suggest_int(axis.name, low, high, log=log, step=step)
        case Choices(values=values):
            return values[trial.suggest_categorical(axis.name, _places(axis.range))]


def parameters_of(cube: Cube, settings: dict[str, Value]) -> dict[str, Value]:
    """Return settings with choices told by their places."""
    return {
        axis.name: int(axis.coordinate(settings[axis.name]))
        if axis.is_choice
        else settings[axis.name]
        for axis in cube.axes
        if axis.name in settings
    }


def distribution(of: Range) -> BaseDistribution:
    """Return Optuna's distribution of a range; choices are told by their places.

    Optuna takes 1, 1.0 and True for one choice, and we do not.
    """
    match of:
        case FloatRange(low=low, high=high, log=log, step=step):
            return FloatDistribution(low, high, log=log, step=step)
        case IntRange(low=low, high=high, log=log, step=step):
            return IntDistribution(low, high, log=log, step=step)
        case Choices():
            return CategoricalDistribution(_places(of))


def _places(choices: Choices) -> tuple[int, ...]:
    return tuple(range(len(choices.values)))


def tpe(space: SearchSpace, seed: int, num_startup_trials: int) -> OptunaSearch:
    """Search by the multivariate tree-structured Parzen estimator; running trials have liars."""

    def make(seed: int, width: int) -> optuna.samplers.BaseSampler:
        return optuna.samplers.TPESampler(
            seed=seed,
            n_startup_trials=num_startup_trials,
            multivariate=True,
            group=True,
            constant_liar=width > 1,
        )

    return OptunaSearch(space, seed, make)


def gaussian_process(space: SearchSpace, seed: int, num_startup_trials: int) -> OptunaSearch:
    """Search by Optuna's Gaussian process."""

    def make(seed: int, width: int) -> optuna.samplers.BaseSampler:
        return optuna.samplers.GPSampler(seed=seed, n_startup_trials=num_startup_trials)

    return OptunaSearch(space, seed, make)
