from __future__ import annotations

import numpy as np
import pytest

from engine.specs.tuning.search_space import (
    Choices,
    Condition,
    FloatRange,
    IntRange,
    Parameter,
    SearchSpace,
    Value,
)
from engine.tuning.algorithms.algorithm import Algorithm
from engine.tuning.algorithms.baselines import RandomSearch
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.reinforce import Reinforce, advantages
from engine.tuning.constraints import feasible_first

_LETTERS: tuple[Value, ...] = ("a", "b", "c", "d")
SPACE = SearchSpace(
    parameters=(
        *(Parameter(name=f"op_{place}", range=Choices(values=_LETTERS)) for place in range(6)),
        Parameter(name="rate", range=FloatRange(low=1e-4, high=1, log=True)),
        Parameter(name="kind", range=Choices(values=("x", "y"))),
        Parameter(
            name="depth",
            range=IntRange(low=1, high=9),
            when=Condition(parameter="kind", values=("y",)),
        ),
    )
)


def loss(settings: dict[str, Value]) -> float:
    """Count the operations that are not the right ones, which are different in each place."""
    wrong = sum(settings[f"op_{place}"] != _LETTERS[place % 4] for place in range(6))
    rate = abs(np.log10(float(str(settings["rate"]))) + 2) / 4
    depth = 1 if settings["kind"] == "x" else abs(int(str(settings["depth"])) - 3) / 8
    return float(wrong + rate + depth)


def losses_of(algorithm: Algorithm, num_trials: int, width: int = 1) -> np.ndarray:
    history = History.empty(algorithm.cube.num_dims)
    for first in range(0, num_trials, width):
        for number in range(first, first + width):
            history = history.begin(algorithm.ask(history, number, width))
        found = [loss(algorithm.cube.settings(point)) for point in history.pending_PD]
        history = history.finish(np.array(found))
    return history.losses_N


def test_it_finds_what_chance_does_not_in_200_trials() -> None:
    learnt = [losses_of(Reinforce(SPACE, seed, 0.35, 8), 200) for seed in range(5)]
    drawn = [losses_of(RandomSearch(SPACE, seed), 200) for seed in range(5)]
    assert np.median([one.min() for one in learnt]) < min(one.min() for one in drawn)
    late = np.mean([one[-50:].mean() for one in learnt])
    assert late < 0.6 * np.mean([one[-50:].mean() for one in drawn])


def test_eight_side_by_side_learn_too() -> None:
    found = losses_of(Reinforce(SPACE, 0, 0.35, 8), 200, width=8)
    assert found[-40:].mean() < 0.7 * found[:40].mean()


def test_what_it_asks_for_follows_from_the_trials_alone() -> None:
    history = History.empty(len(SPACE.parameters))
    first, second = Reinforce(SPACE, 3, 0.35, 8), Reinforce(SPACE, 3, 0.35, 8)
    for number in range(12):
        point = first.ask(history, number)
        np.testing.assert_array_equal(point, second.ask(history, number))
        history = history.begin(point).finish(np.array([loss(first.cube.settings(point))]))


def test_trials_without_a_score_and_absent_parameters_teach_nothing() -> None:
    algorithm = Reinforce(SPACE, 0, 0.35, 8)
    absent = {f"op_{place}": "a" for place in range(6)} | {"rate": 0.01, "kind": "x"}
    point = algorithm.cube.point(absent)
    history = History.empty(algorithm.cube.num_dims)
    for value in (np.nan, 3.0, 1.0):
        history = history.begin(point).finish(np.array([value]))
    logits = algorithm.logits(history)
    assert not logits[-1].any()
    assert logits[0].argmax() == 0
    assert logits[0][0] > 0


def test_the_scale_of_scores_says_nothing() -> None:
    rewards = np.random.default_rng(0).normal(size=40)
    np.testing.assert_allclose(advantages(rewards), advantages(1e-6 * rewards + 5), atol=1e-6)
    assert not advantages(np.full(5, 0.3)).any()


def test_whatever_breaks_a_limit_is_behind_all_that_keeps_it() -> None:
    ranked = feasible_first(np.array([0.2, 0.9, 0.1, 0.05]), np.array([0, 0, 0.5, 2.0]))
    assert list(np.argsort(ranked)) == [0, 1, 2, 3]
    only = feasible_first(np.array([0.1, 0.2]), np.array([3.0, 1.0]))
    assert only[1] < only[0]
    with_failed = feasible_first(np.array([np.nan, 0.5, 0.1]), np.array([0, 0, 1.0]))
    assert np.isnan(with_failed[0])
    assert with_failed[2] > with_failed[1]


@pytest.mark.parametrize("num_cuts", [2, 5, 64])
def test_a_range_is_reached_from_end_to_end_however_coarse_its_cuts(num_cuts: int) -> None:
    algorithm = Reinforce(SPACE, 1, 0.35, num_cuts)
    history = History.empty(algorithm.cube.num_dims)
    rates = [algorithm.ask(history, number)[6] for number in range(300)]
    assert min(rates) < 0.05
    assert max(rates) > 0.95
