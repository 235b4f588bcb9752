"""Trials of Optuna as points, as losses, and as what they asked for."""

# N finished trials, P running ones, D parameters, O objectives

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, TrialState
from pydantic import ValidationError
from scipy.stats import qmc

from engine.specs.tuning.search_space import (
    MAX_CHOICES,
    Choices,
    FloatRange,
    IntRange,
    Parameter,
    Range,
    SearchSpace,
)
from engine.tuning.constraints import Limits
from engine.tuning.losses import Outcome, losses_of
from engine.tuning.search_space import Bools, Cube, Floats

Params = Mapping[str, Any]
Distributions = Mapping[str, BaseDistribution]
POINT_KEY = "sfde:point:"
_MAX_PARAMETERS = qmc.Sobol.MAXDIM


def place_of(cube: Cube, search_space: Distributions, trial: FrozenTrial) -> Floats | None:
    """Return the point (D,) of a trial; ``None`` when nothing of it is in the space."""
    settings = settings_of(search_space, trial)
    return cube.point(settings) if settings else None


def settings_of(search_space: Distributions, trial: FrozenTrial) -> dict[str, Any]:
    """Return where a trial is, choices told by their places: what was published, then enqueued,
    then suggested. A finished trial has only what it asked for; other parameters are absent.
    """
    settings: dict[str, Any] = {}
    named = trial.params
    if not trial.state.is_finished():
        settings = _published(trial)
        named = {**trial.system_attrs.get("fixed_params", {}), **named}
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
        (int(key.removeprefix(POINT_KEY)), str(value))
        for key, value in trial.system_attrs.items()
        if key.startswith(POINT_KEY)
    )
    if not pieces:
        return {}
    published: dict[str, Any] = json.loads("".join(piece for _, piece in pieces))
    return published


def params_of(search_space: Distributions, settings: Params) -> dict[str, Any]:
    """Return settings as Optuna's parameters: choices themselves instead of their places."""
    return {
        name: search_space[name].to_external_repr(float(value))
        if isinstance(search_space[name], CategoricalDistribution)
        else value
        for name, value in settings.items()
    }


def is_whole(search_space: Distributions, settings: Params) -> bool:
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


def asked_by_finished(trials: Sequence[FrozenTrial], named_ND: Bools) -> Bools:
    """Return which parameters (N, D) finished trials are known to have asked for.

    A failure may be an accident that came before a trial had asked for all. Until there is another
    that failed so, or one that ended and asked for no more, it is taken for its point alone.

    Args:
        named_ND: which parameters the trials have.
    """
    failed_N = np.array([one.state is TrialState.FAIL for one in trials], bool)
    if not failed_N.any():
        return named_ND
    ended = {row_D.tobytes() for row_D in named_ND[~failed_N]}
    failures = Counter(_key(one) for one, failed in zip(trials, failed_N, strict=True) if failed)
    asked_ND = named_ND.copy()
    for row_D, one, failed in zip(asked_ND, trials, failed_N, strict=True):
        if failed and row_D.tobytes() not in ended and failures[_key(one)] == 1:
            row_D[:] = True
    return asked_ND


def asked_by_running(
    search_space: Distributions,
    running: Sequence[FrozenTrial],
    finished: Sequence[FrozenTrial],
    asked_ND: Bools,
) -> Bools:
    """Return which parameters (P, D) running trials may ask for.

    Each is expected to ask for what all those asked for that chose as it does.
    """
    asked_PD = np.ones((len(running), len(search_space)), bool)
    if asked_ND.all():
        return asked_PD
    choices = [
        name for name, one in search_space.items() if isinstance(one, CategoricalDistribution)
    ]
    ways = {
        (row_D.tobytes(), tuple((name, one.params[name]) for name in choices if name in one.params))
        for row_D, one in zip(asked_ND, finished, strict=True)
    }
    for row_D, trial in zip(asked_PD, running, strict=True):
        settings = params_of(search_space, settings_of(search_space, trial))
        for asked, chosen in ways:
            if all(settings.get(name, value) == value for name, value in chosen):
                row_D &= np.frombuffer(asked, bool)
    return asked_PD


def _key(trial: FrozenTrial) -> str:
    return repr(sorted(trial.params.items()))


def losses_by_trial(study: Study, trials: Sequence[FrozenTrial], number: int, seed: int) -> Floats:
    signs = [-1.0 if one is StudyDirection.MAXIMIZE else 1.0 for one in study.directions]
    if len(signs) == 1:
        losses_N = losses_of([_outcome(one, signs[0]) for one in trials])
    else:
        losses_N = _scalarised(trials, signs, np.random.default_rng((seed, number)))
    return losses_N


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


def limits_of(trials: Sequence[FrozenTrial], losses_N: Floats) -> Limits | None:
    """Return the constraints of trials, which hold at 0 and below; ``None`` without any."""
    by_trial = [one.constraints for one in trials]
    names = sorted({name for one in by_trial for name in one})
    if not names:
        return None
    values = [[one.get(name, np.nan) for name in names] for one in by_trial]
    return Limits(losses_N, np.array(values, float))


def space_of(search_space: Distributions) -> SearchSpace:
    """Return distributions as a search space.

    Raises:
        ValueError: when SFDE does not know such a parameter, or so many.
    """
    if len(search_space) > _MAX_PARAMETERS:
        raise ValueError(
            f"The search space has {len(search_space):,} parameters, and SFDE knows up to "
            f"{_MAX_PARAMETERS:,}. Search fewer of them, or use optuna.samplers.TPESampler."
        )
    return SearchSpace(
        parameters=tuple(
            Parameter.model_construct(name=name, range=range_of(name, distribution))
            for name, distribution in search_space.items()
        )
    )


def range_of(name: str, distribution: BaseDistribution) -> Range:
    """Return the range of a parameter.

    Raises:
        ValueError: when SFDE does not know such a range.
    """
    try:
        match distribution:
            case FloatDistribution(low=low, high=high, log=log, step=step):
                return FloatRange(low=low, high=high, log=log, step=step)
            case IntDistribution(low=low, high=high, log=log, step=step):
                return IntRange(low=low, high=high, log=log, step=step)
            case CategoricalDistribution(choices=choices):
                return Choices(values=tuple(range(len(choices))))
    except ValidationError as error:
        # Choices that are too many have no message of ours.
        reason = (
            f"it has {len(distribution.choices):,} choices, and SFDE knows up to {MAX_CHOICES:,}"
            if isinstance(distribution, CategoricalDistribution)
            else error.errors()[0]["msg"]
        )
        raise ValueError(
            f"SFDE cannot search the parameter {name!r}: {reason}. Change its distribution, or "
            "use optuna.samplers.TPESampler."
        ) from error
    raise ValueError(
        f"SFDE cannot search the parameter {name!r}: it is a {type(distribution).__name__}. Use a "
        "FloatDistribution, an IntDistribution or a CategoricalDistribution."
    )


def single_value(distribution: BaseDistribution) -> float:
    match distribution:
        case FloatDistribution(low=low) | IntDistribution(low=low):
            return float(low)
    return 0.0
