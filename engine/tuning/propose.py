"""Which settings to try next, given a study and its trials."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import SpecError
from engine.specs.tuning import study as specs
from engine.specs.tuning.search_space import SearchSpace, Value
from engine.tuning.algorithms.algorithm import Algorithm, Exhausted
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.tried import is_used_up
from engine.tuning.constraints import Limits
from engine.tuning.losses import Outcome, losses_of
from engine.tuning.search_space import Cube, Floats

if TYPE_CHECKING:
    from engine.tuning.algorithms.population import Explorer
    from engine.tuning.screening import Screen

# Further candidates have seeds far from those that people give.
_SEED_STEP = 1_000_003


def propose(request: specs.ProposalSpec) -> specs.Proposal:
    """Return settings for the numbers asked for; fewer when a finite space is used up.

    Raises:
        SpecError: ``trial_settings_foreign`` when a trial has settings that the space has not;
            ``grid_too_large``.
    """
    if request.study.population is not None:
        return _population_steps(request, request.study.population)
    algorithm = build(request.study.sampler, request.study.space, request.study.seed)
    screen = _screen(request)
    history = history_of(algorithm.cube, request.study, request.trials)
    settings = []
    for number in request.numbers:
        if number < len(request.study.first):
            settings.append(request.study.first[number])
            history = history.begin(_point(algorithm.cube, number, settings[-1]))
            continue
        # Samplers that draw would go on for ever among what they have had.
        if is_used_up(algorithm.cube, history):
            break
        try:
            candidates = _candidates(request, algorithm, history, number)
            settings.append(
                next(candidates) if screen is None else screen.choose(candidates, number)
            )
        except Exhausted:
            break
        history = history.begin(algorithm.cube.point(settings[-1]))
    return specs.Proposal(settings=tuple(settings), importances=_importances(request))


def _population_steps(request: specs.ProposalSpec, population: specs.Population) -> specs.Proposal:
    """Return how trials of a population begin."""
    from engine.tuning.algorithms.population import Interval, PopulationSearch, Step

    study = request.study
    cube = Cube(study.space)
    search = PopulationSearch(cube, study.seed, population, _explorer(cube, study.sampler))
    done = [trial for trial in request.trials if trial.state != "running"]
    losses = losses_of([_outcome(trial, study.direction) for trial in done])
    ended = [
        Interval(
            number=trial.number,
            settings=trial.settings,
            point_D=_point(cube, trial.number, trial.settings),
            loss=float(loss),
            has_weights=trial.has_weights,
        )
        for trial, loss in zip(done, losses, strict=True)
    ]
    steps = [
        Step(study.first[number], None) if number < len(study.first) else search.ask(ended, number)
        for number in request.numbers
    ]
    return specs.Proposal(
        settings=tuple(step.settings for step in steps),
        parents=tuple(step.parent for step in steps),
    )


def _explorer(cube: Cube, sampler: specs.Sampler) -> Explorer:
    from engine.tuning.algorithms.perturbation import ConsensusStep, Perturbation

    match sampler:
        case specs.Sfde():
            return ConsensusStep(cube)
        case specs.Pbt(explore_probability=probability):
            return Perturbation(cube, probability)
    raise AssertionError(sampler)


def _candidates(
    request: specs.ProposalSpec, algorithm: Algorithm, history: History, number: int
) -> Iterator[dict[str, Value]]:
    """Yield what the sampler would try next, and what it would with other seeds.

    Raises:
        Exhausted: by the first one, when a finite space is used up.
    """
    study, space = request.study, algorithm.cube
    yield space.settings(algorithm.ask(history, number, study.num_parallel))
    num_more = request.screening.num_candidates - 1 if request.screening is not None else 0
    for place in range(1, num_more + 1):
        other = build(study.sampler, study.space, study.seed + place * _SEED_STEP)
        try:
            yield space.settings(other.ask(history, number, study.num_parallel))
        except Exhausted:
            return


def _screen(request: specs.ProposalSpec) -> Screen | None:
    # A grid is promised to be tried whole.
    if request.screening is None or isinstance(request.study.sampler, specs.Grid):
        return None
    # Building networks takes torch, which other proposals have no use for.
    from engine.tuning.screening import Screen

    return Screen(request.screening, request.study.latency_limit_ms)


def _importances(request: specs.ProposalSpec) -> dict[str, float]:
    if not request.wants_importances:
        return {}
    # Optuna costs half a second to load, which most proposals have no use for.
    from engine.tuning.importances import importances

    return importances(request.study.space, request.trials, request.study.seed)


def build(sampler: specs.Sampler, space: SearchSpace, seed: int) -> Algorithm:
    """Return the algorithm of a sampler without a population; only what it needs is imported.

    Raises:
        SpecError: ``grid_too_large``.
    """
    # Those of populations go on from trials, and are asked for no points.
    assert not isinstance(sampler, specs.Pbt)
    module, _, name = sampler.algorithm.partition(".")
    make = getattr(import_module(f"engine.tuning.algorithms.{module}"), name)
    algorithm: Algorithm = make(space, seed, **sampler.model_dump(exclude={"kind"}))
    return algorithm


def history_of(cube: Cube, study: specs.StudySpec, trials: tuple[specs.Trial, ...]) -> History:
    """Return trials as points and losses.

    Raises:
        SpecError: ``trial_settings_foreign``.
    """
    points = [_point(cube, trial.number, trial.settings) for trial in trials]
    stacked = np.array(points).reshape(-1, cube.num_dims)
    finished = np.array([trial.state != "running" for trial in trials], bool)
    losses = losses_of([_outcome(trial, study.direction) for trial in trials])[finished]
    limits = _limits(study, [trial for trial in trials if trial.state != "running"], losses)
    return History(
        stacked[finished],
        losses if limits is None else limits.ranked_N,
        np.array([trial.number for trial in trials], np.int64)[finished],
        stacked[~finished],
        limits=limits,
    )


def _limits(study: specs.StudySpec, finished: list[specs.Trial], losses_N: Floats) -> Limits | None:
    """Return by how much predictions take too long, as a share of what they may take."""
    limit = study.latency_limit_ms
    if limit is None:
        return None
    taken = [trial.latency_ms if trial.state == "complete" else None for trial in finished]
    shares = [np.nan if one is None else one / limit - 1.0 for one in taken]
    return Limits(losses_N, np.array(shares, float).reshape(-1, 1))


def _outcome(trial: specs.Trial, direction: specs.Direction) -> Outcome:
    sign = -1.0 if direction == "maximize" else 1.0
    loss = None
    if trial.state == "complete" and trial.score is not None:
        loss = sign * trial.score
    curve = {point.step: sign * point.score for point in trial.curve}
    return Outcome(loss, trial.state == "pruned", curve)


def _point(cube: Cube, number: int, settings: dict[str, Value]) -> Floats:
    known = {axis.name for axis in cube.axes}
    for name in settings:
        if name not in known:
            raise SpecError(
                f"Trial {number} sets {name}, which the search space does not know. "
                f"It has: {', '.join(sorted(known))}.",
                code="trial_settings_foreign",
                trial=number,
                name=name,
            )
    try:
        return cube.point(settings)
    except ValueError as error:
        raise SpecError(
            f"Trial {number}: {error}", code="trial_settings_foreign", trial=number, name=""
        ) from error
