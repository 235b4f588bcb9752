"""SFDE as a sampler of Optuna."""

# N trials, D parameters, O objectives

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)
from optuna.samplers import BaseSampler
from optuna.storages import BaseStorage
from optuna.storages._heartbeat import BaseHeartbeat, is_heartbeat_enabled
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, TrialState
from scipy.stats import qmc

from engine.specs.tuning.search_space import (
    Choices,
    FloatRange,
    IntRange,
    Parameter,
    Range,
    SearchSpace,
)
from engine.tuning.algorithms.algorithm import Exhausted
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.sfde import Sfde
from engine.tuning.constraints import feasible_first
from engine.tuning.losses import Outcome, losses_of
from engine.tuning.search_space import Axis, Cube, Floats

Params = Mapping[str, Any]
_POINT_KEY = "sfde:point:"
# Databases keep attributes of trials in columns of 2,048 characters.
_MAX_ATTRIBUTE = 2045
# "constraints" of a function, "constraints:NAME" of ``Trial.set_constraint``.
_CONSTRAINTS_KEY = "constraints"
_NEVER = datetime.max
_Identity = tuple[int, datetime | None]


class SfdeSampler(BaseSampler):
    """Search by stochastic flow differential equations (docs/explanation/sfde.md).

    Nothing but the trials is remembered: workers share a study without talking to each other, and a
    study goes on after a restart as if there had been none.

    Args:
        search_space: distributions of all parameters. Without it, parameters are learnt of as
            trials name them; then a first wave of parallel trials is drawn parameter by parameter.
        seed: of all draws; workers of one study are best given the same.
        num_parallel: how many workers the study has. Without it, the trials that run are counted.
    """

    def __init__(
        self,
        search_space: Mapping[str, BaseDistribution] | None = None,
        *,
        seed: int | None = None,
        num_parallel: int | None = None,
    ) -> None:
        self._given = dict(search_space) if search_space is not None else None
        self._seed = seed if seed is not None else int(np.random.default_rng().integers(2**31))
        self._num_parallel = num_parallel
        self._algorithm: tuple[dict[str, BaseDistribution], Sfde] | None = None
        # Finished trials never change, so that where they are is worked out once; ``None`` for
        # those that are nowhere in the space. Databases give the identities of deleted trials
        # again, which the time of completion tells apart.
        self._places: WeakKeyDictionary[BaseStorage, dict[_Identity, Floats | None]]
        self._places = WeakKeyDictionary()
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the settings alone: a copy works out the rest anew."""
        return _rebuilt, (self._given, self._seed, self._num_parallel)

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
        """Return the given space, or all parameters that any trial has named."""
        # Optuna's own search space keeps what all trials share: empty before one has finished.
        wanted = self._given
        if wanted is None:
            wanted = {}
            # ``get_trials`` of a bracket, as pruners make them, hides what other brackets named.
            for one in study._get_trials(deepcopy=False, use_cache=False):
                wanted.update(one.distributions)
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
            RuntimeError: when a finite search space is used up.
        """
        if not search_space:
            return {}
        kept = _settings(search_space, trial)
        if _is_whole(search_space, kept):
            return _params(search_space, kept)
        while True:
            trials = study._get_trials(deepcopy=False, use_cache=False)
            settings = self._ask(study, trial, trials, search_space)
            self._publish(study, trial, settings)
            # Whoever asked at the same time could not see this point, nor this trial theirs: the
            # one who looks last gives way, and if both look last both do.
            if not self._is_contested(study, trial, trials, search_space, settings):
                return _params(search_space, settings)

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
            try:
                point_D = algorithm.ask(history, trial.number, width)
            except Exhausted as error:
                raise RuntimeError(f"{error} Stop the study, or widen its space.") from error
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
            _place(cube, search_space, one)
            for one in study._get_trials(deepcopy=False, use_cache=False)
            if one.number != trial.number and one._trial_id not in had_finished
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
            return param_distribution.to_external_repr(_single(param_distribution))
        # Python's own hash of a text differs from process to process.
        stream = np.random.default_rng((self._seed, zlib.crc32(param_name.encode())))
        sobol = qmc.Sobol(1, scramble=True, rng=stream)
        axis = Axis(param_name, _range(param_distribution))
        unit = float(sobol.random_base2(trial.number.bit_length())[trial.number, 0])
        value = axis.value(unit * (axis.num_values or 1) if axis.is_choice else unit)
        if isinstance(param_distribution, CategoricalDistribution):
            return param_distribution.to_external_repr(float(value))
        return value

    def _algorithm_for(self, search_space: dict[str, BaseDistribution]) -> Sfde:
        if self._algorithm is None or self._algorithm[0] != search_space:
            space = SearchSpace(
                parameters=tuple(
                    Parameter(name=name, range=_range(distribution))
                    for name, distribution in search_space.items()
                )
            )
            self._algorithm = search_space, Sfde(space, self._seed)
            self._places = WeakKeyDictionary()
        return self._algorithm[1]

    def _history(
        self,
        cube: Cube,
        search_space: Mapping[str, BaseDistribution],
        study: Study,
        trials: Sequence[FrozenTrial],
        own_number: int,
    ) -> History:
        places = self._places.setdefault(study._storage, {})
        finished: list[FrozenTrial] = []
        pending = []
        for one in trials:
            if one.number == own_number:
                continue
            if not one.state.is_finished():
                pending.append(_place(cube, search_space, one))
                continue
            if _identity(one) not in places:
                places[_identity(one)] = _place(cube, search_space, one)
            if places[_identity(one)] is not None:
                finished.append(one)
        finished.sort(key=lambda one: (one.datetime_complete or _NEVER, one.number))
        return History(
            _stacked(cube, [places[_identity(one)] for one in finished]),
            _losses(study, finished, own_number, self._seed),
            np.array([one.number for one in finished], np.int64),
            _stacked(cube, pending),
        )

    def _publish(self, study: Study, trial: FrozenTrial, settings: Params) -> None:
        """Let others see where the trial will be before its parameters are suggested."""
        text = json.dumps(settings)
        pieces = [text[at : at + _MAX_ATTRIBUTE] for at in range(0, len(text), _MAX_ATTRIBUTE)]
        earlier = study._storage.get_trial_system_attrs(trial._trial_id)
        num_earlier = sum(key.startswith(_POINT_KEY) for key in earlier)
        # Attributes cannot be deleted: the end of an earlier, longer text would be read with this.
        pieces += [""] * (num_earlier - len(pieces))
        for place, piece in enumerate(pieces):
            study._storage.set_trial_system_attr(trial._trial_id, f"{_POINT_KEY}{place}", piece)


def _rebuilt(
    search_space: Mapping[str, BaseDistribution] | None, seed: int, num_parallel: int | None
) -> SfdeSampler:
    return SfdeSampler(search_space, seed=seed, num_parallel=num_parallel)


def _identity(trial: FrozenTrial) -> _Identity:
    return trial._trial_id, trial.datetime_complete


def _place(
    cube: Cube, search_space: Mapping[str, BaseDistribution], trial: FrozenTrial
) -> Floats | None:
    """Return the point (D,) of a trial; ``None`` when nothing of it is in the space."""
    settings = _settings(search_space, trial)
    return cube.point(settings) if settings else None


def _stacked(cube: Cube, places: Sequence[Floats | None]) -> Floats:
    return np.array([one for one in places if one is not None]).reshape(-1, cube.num_dims)


def _params(search_space: Mapping[str, BaseDistribution], settings: Params) -> dict[str, Any]:
    """Return settings as Optuna's parameters: choices themselves instead of their places."""
    return {
        name: search_space[name].to_external_repr(float(value))
        if isinstance(search_space[name], CategoricalDistribution)
        else value
        for name, value in settings.items()
    }


def _is_whole(search_space: Mapping[str, BaseDistribution], settings: Params) -> bool:
    """Return whether settings name every parameter, each with a value that it can have."""
    if settings.keys() != search_space.keys():
        return False
    return all(
        distribution._contains(
            float(settings[name])
            if isinstance(distribution, CategoricalDistribution)
            else distribution.to_internal_repr(settings[name])
        )
        for name, distribution in search_space.items()
    )


def _losses(study: Study, trials: Sequence[FrozenTrial], number: int, seed: int) -> Floats:
    signs = [-1.0 if one is StudyDirection.MAXIMIZE else 1.0 for one in study.directions]
    if len(signs) == 1:
        losses_N = losses_of([_outcome(one, signs[0]) for one in trials])
    else:
        losses_N = _scalarised(trials, signs, np.random.default_rng((seed, number)))
    violations_N = np.array([_violation(one) for one in trials])
    return feasible_first(losses_N, violations_N)


def _outcome(trial: FrozenTrial, sign: float) -> Outcome:
    curve = {step: sign * value for step, value in trial.intermediate_values.items()}
    if trial.state == TrialState.PRUNED:
        return Outcome(None, True, curve)
    # The study may be one of a bracket, whose trials answer ``value`` all the same.
    loss = (
        sign * trial.value
        if trial.state == TrialState.COMPLETE and trial.value is not None
        else None
    )
    return Outcome(loss, False, curve)


def _scalarised(
    trials: Sequence[FrozenTrial], signs: Sequence[float], generator: np.random.Generator
) -> Floats:
    """Return augmented Chebyshev distances for weights drawn for this trial (Knowles 2006, ParEGO).

    Objectives are replaced by their ranks, so that none outweighs another by its unit.
    """
    values_NO = np.array(
        [
            [sign * value for sign, value in zip(signs, one.values, strict=True)]
            if one.state == TrialState.COMPLETE
            else [np.nan] * len(signs)
            for one in trials
        ]
    ).reshape(-1, len(signs))
    known_N = np.isfinite(values_NO).all(1)
    ranks_NO = np.argsort(np.argsort(values_NO[known_N], axis=0), axis=0) / max(1, known_N.sum())
    weights_O = generator.dirichlet(np.ones(len(signs)))
    weighted_NO = ranks_NO * weights_O
    losses_N = np.full(len(trials), np.nan)
    losses_N[known_N] = weighted_NO.max(1) + 0.05 * weighted_NO.sum(1)
    return losses_N


def _violation(trial: FrozenTrial) -> float:
    """Return by how much a trial breaks its constraints, which hold at 0 and below."""
    values: list[float] = []
    for key, value in trial.system_attrs.items():
        if key == _CONSTRAINTS_KEY:
            values += value or ()
        elif key.startswith(f"{_CONSTRAINTS_KEY}:"):
            values.append(value)
    return float(sum(max(0.0, value) for value in values))


def _settings(search_space: Mapping[str, BaseDistribution], trial: FrozenTrial) -> dict[str, Any]:
    """Return where a trial is, choices told by their places: what was published, then enqueued,
    then suggested. A finished trial has only what it asked for; other parameters are absent.
    """
    settings = {} if trial.state.is_finished() else _published(trial)
    named = {**trial.system_attrs.get("fixed_params", {}), **trial.params}
    for name, value in named.items():
        distribution = search_space.get(name)
        if isinstance(distribution, CategoricalDistribution):
            if value in distribution.choices:
                settings[name] = int(distribution.to_internal_repr(value))
        elif distribution is not None:
            settings[name] = value
    return settings


def _published(trial: FrozenTrial) -> dict[str, Any]:
    pieces = sorted(
        (int(key.removeprefix(_POINT_KEY)), str(value))
        for key, value in trial.system_attrs.items()
        if key.startswith(_POINT_KEY)
    )
    if not pieces:
        return {}
    published: dict[str, Any] = json.loads("".join(piece for _, piece in pieces))
    return published


def _range(distribution: BaseDistribution) -> Range:
    match distribution:
        case FloatDistribution(low=low, high=high, log=log, step=step):
            return FloatRange(low=low, high=high, log=log, step=step)
        case IntDistribution(low=low, high=high, log=log, step=step):
            return IntRange(low=low, high=high, log=log, step=step)
        case CategoricalDistribution(choices=choices):
            return Choices(values=tuple(range(len(choices))))
    raise TypeError(f"SFDE knows no parameters of the kind {type(distribution).__name__}.")


def _single(distribution: BaseDistribution) -> float:
    match distribution:
        case FloatDistribution(low=low) | IntDistribution(low=low):
            return float(low)
    return 0.0
