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

from engine.specs.search_space import Choices, FloatRange, IntRange, Range, SearchSpace, Value
from engine.tuning.algorithms.history import History
from engine.tuning.search_space import Cube, Floats

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
            trial = study.ask()
            settings: dict[str, Value] = {}
            for place, axis in enumerate(self.cube.axes):
                if axis.parent is not None:
                    above = self.cube.axes[axis.parent]
                    if above.name not in settings:
                        continue
                    if int(above.coordinate(settings[above.name])) not in axis.parent_places:
                        continue
                settings[axis.name] = self._suggest(trial, place)
        return self.cube.point(settings)

    def _suggest(self, trial: optuna.Trial, place: int) -> Value:
        axis = self.cube.axes[place]
        match self._distributions[axis.name]:
            case FloatDistribution(low=low, high=high, log=log, step=step):
                return trial.suggest_float(axis.name, low, high, log=log, step=step)
            case IntDistribution(low=low, high=high, log=log, step=step):
                return trial.suggest_int(axis.name, low, high, log=log, step=step)
        assert isinstance(axis.range, Choices)
        return axis.range.values[trial.suggest_categorical(axis.name, _places(axis.range))]

    def _trials(self, history: History) -> list[FrozenTrial]:
        finished = [
            self._frozen(point_D, float(loss) if np.isfinite(loss) else None)
            for point_D, loss in zip(history.points_ND, history.losses_N, strict=True)
        ]
        running = [self._frozen(point_D, None, running=True) for point_D in history.pending_PD]
        return finished + running

    def _frozen(self, point_D: Floats, loss: float | None, running: bool = False) -> FrozenTrial:
        settings = self.cube.settings(point_D)
        params: dict[str, Value] = {}
        for axis in self.cube.axes:
            if axis.name in settings:
                value = settings[axis.name]
                params[axis.name] = int(axis.coordinate(value)) if axis.is_choice else value
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


def tpe(num_startup_trials: int) -> Make:
    """Return the multivariate tree-structured Parzen estimator with liars for running trials."""

    def make(seed: int, width: int) -> optuna.samplers.BaseSampler:
        return optuna.samplers.TPESampler(
            seed=seed,
            n_startup_trials=num_startup_trials,
            multivariate=True,
            group=True,
            constant_liar=width > 1,
        )

    return make


def gaussian_process(num_startup_trials: int) -> Make:
    """Return Optuna's sampler by a Gaussian process."""

    def make(seed: int, width: int) -> optuna.samplers.BaseSampler:
        return optuna.samplers.GPSampler(seed=seed, n_startup_trials=num_startup_trials)

    return make
