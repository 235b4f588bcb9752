"""SFDE as a sampler of Optuna."""

# N trials, D parameters, O objectives

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from optuna import TrialPruned
from optuna.distributions import BaseDistribution, CategoricalDistribution
from optuna.samplers import BaseSampler
from optuna.samplers._base import _process_constraints_after_trial
from optuna.storages import BaseStorage
from optuna.storages._heartbeat import BaseHeartbeat, is_heartbeat_enabled
from optuna.study import Study
from optuna.trial import FrozenTrial, TrialState
from scipy.stats import qmc

from engine.tuning.algorithms.algorithm import Exhausted
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.sfde import Sfde
from engine.tuning.algorithms.tried import is_used_up
from engine.tuning.samplers.trials import (
    POINT_KEY,
    Params,
    asked_by_finished,
    asked_by_running,
    is_whole,
    limits_of,
    losses_by_trial,
    params_of,
    place_of,
    range_of,
    settings_of,
    single_value,
    space_of,
)
from engine.tuning.search_space import Axis, Bools, Cube, Floats

# Databases keep attributes of trials in columns of 2,048 characters.
_MAX_ATTRIBUTE = 2045
_NEVER = datetime.max
_Identity = tuple[int, datetime | None]
_Known = tuple[Floats, Bools]
"""The point (D,) of a trial and which parameters it has (D,)."""


class SfdeSampler(BaseSampler):
    """Search by stochastic flow differential equations (docs/explanation/sfde.md).

    Nothing but the trials is remembered: workers share a study without talking to each other, and a
    study goes on after a restart as if there had been none.

    No settings are tried twice. The study is stopped when a finite space is used up, as by Optuna's
    grid.

    Args:
        search_space: distributions of all parameters. Without it, parameters are learnt of as
            trials name them; then a first wave of parallel trials is drawn parameter by parameter.
        seed: of all draws; workers of one study are best given the same.
        num_parallel: how many workers the study has. Without it, the trials that run are counted.
        constraints_func: values of a trial that has ended, each of which holds at 0 and below, as
            other samplers of Optuna take it. ``Trial.set_constraint`` does the same without it.
    """

    def __init__(
        self,
        search_space: Mapping[str, BaseDistribution] | None = None,
        *,
        seed: int | None = None,
        num_parallel: int | None = None,
        constraints_func: Callable[[FrozenTrial], Sequence[float]] | None = None,
    ) -> None:
        self._given = dict(search_space) if search_space is not None else None
        self._seed = seed if seed is not None else int(np.random.default_rng().integers(2**31))
        self._num_parallel = num_parallel
        self._constraints_func = constraints_func
        self._algorithm: tuple[dict[str, BaseDistribution], Sfde] | None = None
        # Finished trials never change, so that where they are is worked out once; ``None`` for
        # those that are nowhere in the space. Databases give the identities of deleted trials
        # again, which the time of completion tells apart.
        self._places: WeakKeyDictionary[BaseStorage, dict[_Identity, _Known | None]]
        self._places = WeakKeyDictionary()
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the settings alone: a copy works out the rest anew."""
        return _rebuilt, (self._given, self._seed, self._num_parallel, self._constraints_func)

    def reseed_rng(self) -> None:
        """Do nothing: draws follow from the trial's number, which no two workers share."""

    def before_trial(self, study: Study, trial: FrozenTrial) -> None:
        """Give the first sign of life, where the storage keeps them.

        Optuna gives it once the trial has its point; a worker that is killed before would leave a
        trial that runs for ever.
        """
        storage = study._storage
        if isinstance(storage, BaseHeartbeat) and is_heartbeat_enabled(storage):
            storage.record_heartbeat(trial._trial_id)

    def infer_relative_search_space(
        self, study: Study, trial: FrozenTrial
    ) -> dict[str, BaseDistribution]:
        """Return all parameters that any trial has named, and those of the given space."""
        # Optuna's own search space keeps what all trials share: empty before one has finished.
        wanted: dict[str, BaseDistribution] = {}
        # ``get_trials`` of a bracket, as pruners make them, hides what other brackets named.
        for one in study._get_trials(deepcopy=False, use_cache=False):
            wanted.update(one.distributions)
        wanted.update(self._given or {})
        return {
            name: distribution
            for name, distribution in sorted(wanted.items())
            if not distribution.single()
        }

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """Return the point of a trial, and publish it before any parameter is asked for.

        A trial that is tried again, because the worker that had it was lost, keeps its point.

        Raises:
            TrialPruned: when a finite space was used up after the trial began; it stops the study.
            RuntimeError: instead, when trials are asked for one by one.
        """
        if not search_space:
            return {}
        kept = settings_of(search_space, trial)
        if is_whole(search_space, kept):
            return params_of(search_space, kept)
        while True:
            trials = _others(study, trial)
            try:
                settings = self._ask(study, trial, trials, search_space)
            except Exhausted as error:
                if not study._thread_local.in_optimize_loop:
                    raise RuntimeError(
                        f"{error} Ask for no more trials, or widen the space."
                    ) from error
                study.stop()
                raise TrialPruned(str(error)) from error
            self._publish(study, trial, settings)
            # Whoever asked at the same time could not see this point, nor this trial theirs: the
            # one who looks last gives way, and if both look last both do.
            if not self._is_contested(study, trial, trials, search_space, settings):
                return params_of(search_space, settings)

    def _ask(
        self,
        study: Study,
        trial: FrozenTrial,
        trials: Sequence[FrozenTrial],
        search_space: dict[str, BaseDistribution],
    ) -> Params:
        with self._lock:
            algorithm = self._algorithm_for(search_space)
            history = self._history(algorithm.cube, search_space, study, trials, trial.number)
            width = self._num_parallel or len(history.pending_PD) + 1
            point_D = algorithm.ask(history, trial.number, width)
            return algorithm.cube.settings(point_D)

    def _is_contested(
        self,
        study: Study,
        trial: FrozenTrial,
        known: Sequence[FrozenTrial],
        search_space: dict[str, BaseDistribution],
        settings: Params,
    ) -> bool:
        """Return whether a trial that had not finished when last looked at has the same point."""
        had_finished = {one._trial_id for one in known if one.state.is_finished()}
        cube = self._algorithm_for(search_space).cube
        own_D = cube.point(settings)
        places = [
            place_of(cube, search_space, one)
            for one in _others(study, trial)
            if one._trial_id not in had_finished
        ]
        return any(place is not None and np.array_equal(place, own_D) for place in places)

    def sample_independent(
        self,
        study: Study,
        trial: FrozenTrial,
        param_name: str,
        param_distribution: BaseDistribution,
    ) -> Any:
        """Return a value of a parameter that no trial has named before.

        Values of successive trials are a Sobol sequence, scrambled by the parameter's name.
        """
        if param_distribution.single():
            return param_distribution.to_external_repr(single_value(param_distribution))
        # Python's own hash of a text differs from process to process.
        stream = np.random.default_rng((self._seed, zlib.crc32(param_name.encode())))
        sobol = qmc.Sobol(1, scramble=True, rng=stream)
        axis = Axis(param_name, range_of(param_name, param_distribution))
        unit = float(sobol.random_base2(trial.number.bit_length())[trial.number, 0])
        value = axis.value(unit * (axis.num_values or 1) if axis.is_choice else unit)
        if isinstance(param_distribution, CategoricalDistribution):
            return param_distribution.to_external_repr(float(value))
        return value

    def after_trial(
        self,
        study: Study,
        trial: FrozenTrial,
        state: TrialState,
        values: Sequence[float] | None,
    ) -> None:
        """Keep the constraints of a trial, and stop the study when nothing is left to try.

        Raises:
            ValueError: when a constraint is not a number.
        """
        if self._constraints_func is not None:
            _process_constraints_after_trial(self._constraints_func, study, trial, state)
        search_space = self.infer_relative_search_space(study, trial)
        if not search_space or not study._thread_local.in_optimize_loop:
            return
        ended = copy(trial)
        ended.state = state
        ended.values = values
        with self._lock:
            cube = self._algorithm_for(search_space).cube
            if not cube.is_finite:
                return
            trials = [*_others(study, trial), ended]
            history = self._history(cube, search_space, study, trials, trial.number)
        if is_used_up(cube, history):
            study.stop()

    def _algorithm_for(self, search_space: dict[str, BaseDistribution]) -> Sfde:
        if self._algorithm is None or self._algorithm[0] != search_space:
            space = space_of(search_space)
            self._algorithm = search_space, Sfde(space, self._seed)
            self._places = WeakKeyDictionary()
        return self._algorithm[1]

    def _history(
        self,
        cube: Cube,
        search_space: Mapping[str, BaseDistribution],
        study: Study,
        trials: Sequence[FrozenTrial],
        number: int,
    ) -> History:
        """Return trials as a history, for the trial of a number that is none of them."""
        known = self._places.setdefault(study._storage, {})
        finished: list[FrozenTrial] = []
        running: list[FrozenTrial] = []
        pending = []
        for one in trials:
            if not one.state.is_finished():
                place_D = place_of(cube, search_space, one)
                if place_D is not None:
                    running.append(one)
                    pending.append(place_D)
                continue
            if _identity(one) not in known:
                known[_identity(one)] = _known(cube, search_space, one)
            if known[_identity(one)] is not None:
                finished.append(one)
        finished.sort(key=lambda one: (one.datetime_complete or _NEVER, one.number))
        places = [place for one in finished if (place := known[_identity(one)]) is not None]
        named_ND = np.array([named_D for _, named_D in places], bool).reshape(-1, cube.num_dims)
        asked_ND = asked_by_finished(finished, named_ND)
        losses_N = losses_by_trial(study, finished, number, self._seed)
        limits = limits_of(finished, losses_N)
        return History(
            _stacked(cube, [point_D for point_D, _ in places]),
            losses_N if limits is None else limits.ranked_N,
            np.array([one.number for one in finished], np.int64),
            _stacked(cube, pending),
            limits=limits,
            asked_ND=asked_ND,
            asked_PD=asked_by_running(search_space, running, finished, asked_ND),
        )

    def _publish(self, study: Study, trial: FrozenTrial, settings: Params) -> None:
        """Let others see where the trial will be before its parameters are suggested."""
        text = json.dumps(settings)
        pieces = [text[at : at + _MAX_ATTRIBUTE] for at in range(0, len(text), _MAX_ATTRIBUTE)]
        earlier = study._storage.get_trial_system_attrs(trial._trial_id)
        num_earlier = sum(key.startswith(POINT_KEY) for key in earlier)
        # Attributes cannot be deleted: the end of an earlier, longer text would be read with this.
        pieces += [""] * (num_earlier - len(pieces))
        for place, piece in enumerate(pieces):
            study._storage.set_trial_system_attr(trial._trial_id, f"{POINT_KEY}{place}", piece)


def _rebuilt(
    search_space: Mapping[str, BaseDistribution] | None,
    seed: int,
    num_parallel: int | None,
    constraints_func: Callable[[FrozenTrial], Sequence[float]] | None,
) -> SfdeSampler:
    return SfdeSampler(
        search_space, seed=seed, num_parallel=num_parallel, constraints_func=constraints_func
    )


def _identity(trial: FrozenTrial) -> _Identity:
    return trial._trial_id, trial.datetime_complete


def _known(
    cube: Cube, search_space: Mapping[str, BaseDistribution], trial: FrozenTrial
) -> _Known | None:
    place_D = place_of(cube, search_space, trial)
    if place_D is None:
        return None
    return place_D, np.array([name in trial.params for name in search_space], bool)


def _others(study: Study, trial: FrozenTrial) -> list[FrozenTrial]:
    trials = study._get_trials(deepcopy=False, use_cache=False)
    return [one for one in trials if one.number != trial.number]


def _stacked(cube: Cube, places: Sequence[Floats]) -> Floats:
    return np.array(places).reshape(-1, cube.num_dims)
