"""What is proposed is a function of the seed, the width and the trials, whatever came before."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import numpy as np
import optuna
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution
from optuna.trial import FrozenTrial, TrialState, create_trial

from engine.specs.tuning import study as specs
from engine.specs.tuning.search_space import Choices, FloatRange, IntRange, Parameter, SearchSpace
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.sfde import Sfde
from engine.tuning.propose import build
from engine.tuning.samplers.sfde import SfdeSampler

SPACE: dict[str, BaseDistribution] = {
    "kind": CategoricalDistribution(("a", "b", "c")),
    "x": FloatDistribution(0, 1),
    "y": FloatDistribution(0, 1),
}
# What may become of a trial; the study has either one objective or two.
FATES = ("complete", "complete", "nan", "failed", "pruned", "infeasible", "running")
MADE = SearchSpace(
    parameters=(
        Parameter(name="kind", range=Choices(values=("a", "b", "c"))),
        Parameter(name="depth", range=IntRange(low=1, high=9)),
        Parameter(name="x", range=FloatRange(low=0, high=1)),
    )
)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Draw trials of which some have no loss, some are equal and some run."""
    num = draw(st.integers(6, 40))
    generator = np.random.default_rng(draw(st.integers(0, 2**31)))
    points_ND = Sfde(MADE, 0).cube.from_unit(generator.uniform(size=(num + 3, 3)))
    losses_N = np.square(points_ND[:num] - 0.4).sum(1).round(2)
    losses_N[generator.uniform(size=num) < draw(st.sampled_from((0.0, 0.3)))] = np.nan
    return History(points_ND[:num], losses_N, np.arange(num), points_ND[num:])


@settings(max_examples=8, deadline=None)
@given(histories(), st.permutations((1, 2, 8, 64)), st.sampled_from((0.5, 1.0)))
def test_an_algorithm_that_was_asked_before_answers_as_a_new_one(
    history: History, widths: Sequence[int], share: float
) -> None:
    number = len(history.losses_N) + 3
    first = int(share * len(history.losses_N))
    # Losses are others than later: of two objectives, or among fewer complete trials.
    before = History(
        history.points_ND[:first],
        np.roll(history.losses_N[:first], 1),
        history.numbers_N[:first],
        history.pending_PD[:0],
    )
    used = Sfde(MADE, 5)
    for width in widths:
        used.ask(before, first, width)
        assert (used.ask(history, number, width) == Sfde(MADE, 5).ask(history, number, width)).all()


@pytest.mark.parametrize(
    "sampler",
    [one() for one in specs.SAMPLERS if one is not specs.Pbt],
    ids=lambda one: str(one.kind),
)
def test_no_sampler_of_a_search_remembers(sampler: specs.Sampler) -> None:
    points_ND = Sfde(MADE, 0).cube.from_unit(np.random.default_rng(1).uniform(size=(24, 3)))
    losses_N = np.square(points_ND - 0.4).sum(1)
    losses_N[::5] = np.nan
    history = History(points_ND, losses_N, np.arange(24), points_ND[:0])
    other = History(points_ND[::-1], losses_N, np.arange(24), points_ND[:0])
    used = build(sampler, MADE, 5)
    used.ask(other, 24, 2)
    used.ask(history, 24, 8)
    assert (used.ask(history, 24, 1) == build(sampler, MADE, 5).ask(history, 24, 1)).all()


def trials_of(fates: Sequence[str], num_objectives: int, draw: int) -> list[FrozenTrial]:
    generator = np.random.default_rng(draw)
    started = datetime(2026, 1, 1)
    trials = []
    for number, fate in enumerate(fates):
        params = {
            "kind": "abc"[int(generator.integers(3))],
            "x": generator.uniform(),
            "y": generator.uniform(),
        }
        values = [params["x"] + params["y"], abs(params["x"] - 0.7) - params["y"]][:num_objectives]
        states = {"running": TrialState.RUNNING, "failed": TrialState.FAIL, "nan": TrialState.FAIL}
        state = states.get(fate, TrialState.COMPLETE)
        is_pruned = fate == "pruned" and num_objectives == 1
        trial = create_trial(
            params=params,
            distributions=SPACE,
            state=TrialState.PRUNED if is_pruned else state,
            values=values if state is TrialState.COMPLETE and not is_pruned else None,
            system_attrs={"constraints": [0.5 if fate == "infeasible" else -0.5]},
            intermediate_values={1: values[0] + 1, **({} if is_pruned else {2: values[0]})}
            if num_objectives == 1 and fate != "nan"
            else ({1: math.nan} if num_objectives == 1 else {}),
        )
        # Trials do not end in the order in which they began.
        if trial.state.is_finished():
            trial.datetime_complete = started + timedelta(seconds=int(number ^ 1))
        trials.append(trial)
    return trials


def study_of(
    trials: Sequence[FrozenTrial], num_objectives: int, sampler: SfdeSampler
) -> optuna.Study:
    study = optuna.create_study(directions=["minimize"] * num_objectives, sampler=sampler)
    study.add_trials(trials)
    return study


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from(FATES), min_size=12, max_size=36),
    st.sampled_from((1, 2)),
    st.sampled_from((None, 1, 8)),
    st.booleans(),
    st.integers(0, 1000),
)
def test_a_sampler_that_served_others_proposes_as_a_new_one(
    fates: list[str], num_objectives: int, num_parallel: int | None, is_given: bool, draw: int
) -> None:
    trials = trials_of(fates, num_objectives, draw)
    space = SPACE if is_given else None

    def made() -> SfdeSampler:
        return SfdeSampler(space, seed=3, num_parallel=num_parallel)

    used = made()
    for size in (len(trials) - 1, len(trials), len(trials) // 2):
        known = study_of(trials[:size], num_objectives, used)
        new = study_of(trials[:size], num_objectives, made())
        for _ in range(2):
            assert known.ask().relative_params == new.ask().relative_params


@pytest.mark.parametrize("num_objectives", [1, 2])
def test_a_sampler_made_anew_for_every_trial_changes_nothing(num_objectives: int) -> None:
    def loss(trial: optuna.Trial) -> float | tuple[float, float]:
        x, y = trial.suggest_float("x", 0, 1), trial.suggest_float("y", 0, 1)
        penalty = {"a": 0.0, "b": 0.5, "c": 1.0}[trial.suggest_categorical("kind", ("a", "b", "c"))]
        trial.set_constraint("sum", 0.3 - x - y)
        if num_objectives == 2:
            return x * x + y + penalty, (x - 1) ** 2 + y
        for step in (1, 2):
            trial.report(x + y + penalty / step, step)
            if trial.should_prune():
                raise optuna.TrialPruned
        return math.nan if trial.number % 5 == 1 else x + abs(y - 0.4) + penalty

    def run(is_restarted: bool) -> list[dict[str, object]]:
        study = optuna.create_study(
            directions=["minimize"] * num_objectives,
            sampler=SfdeSampler(SPACE, seed=3),
            pruner=optuna.pruners.MedianPruner(3),
        )
        for _ in range(30):
            if is_restarted:
                study.sampler = SfdeSampler(SPACE, seed=3)
            study.optimize(loss, n_trials=1)
        return [trial.params for trial in study.trials]

    assert run(is_restarted=True) == run(is_restarted=False)
