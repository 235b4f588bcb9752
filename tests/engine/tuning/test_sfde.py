"""The acceptance tests of docs/explanation/sfde.md."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.specs.tuning.search_space import (
    Choices,
    Condition,
    FloatRange,
    IntRange,
    Parameter,
    Range,
    SearchSpace,
)
from engine.tuning.algorithms.algorithm import Algorithm, Exhausted
from engine.tuning.algorithms.baselines import RandomSearch
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.sfde import Sfde
from engine.tuning.search_space import Floats

Loss = Callable[[Floats], float]


def space_of(*ranges: Range) -> SearchSpace:
    return SearchSpace(
        parameters=tuple(Parameter(name=f"p{n}", range=one) for n, one in enumerate(ranges))
    )


def line(num_dims: int) -> SearchSpace:
    return space_of(*[FloatRange(low=-1, high=1)] * num_dims)


def search(algorithm: Algorithm, loss: Loss, budget: int, width: int = 1) -> History:
    """Let an algorithm spend a budget in batches; points are given in [0, 1]."""
    history = History.empty(algorithm.cube.num_dims)
    number = 0
    while number < budget:
        for _ in range(min(width, budget - number)):
            history = history.begin(algorithm.ask(history, number, width))
            number += 1
        history = history.finish(np.array([loss(point) for point in history.pending_PD]))
    return history


def quadratic(point: Floats) -> float:
    return float(np.square(point - 0.3).sum())


@pytest.mark.parametrize("transform", [np.exp, lambda losses: losses**3, np.log])
def test_without_the_surrogate_only_the_order_of_losses_counts(
    transform: Callable[[float], float],
) -> None:
    plain = search(Sfde(line(3), 5, surrogate=False), quadratic, 40, 4)
    bent = search(
        Sfde(line(3), 5, surrogate=False), lambda point: float(transform(quadratic(point))), 40, 4
    )
    assert (plain.points_ND == bent.points_ND).all()


@pytest.mark.parametrize("width", [1, 8])
def test_the_unit_of_losses_changes_nothing(width: int) -> None:
    plain = search(Sfde(line(3), 5), quadratic, 56, width)
    # A power of two, so that nothing is rounded.
    scaled = search(Sfde(line(3), 5), lambda point: 1024 * quadratic(point), 56, width)
    assert (plain.points_ND == scaled.points_ND).all()


@pytest.mark.parametrize(
    ("transform", "bar"),
    [(lambda loss: loss, 1e-9), (lambda loss: loss**3, 1e-9), (np.log, 1e-4)],
    ids=["plain", "cube", "log"],
)
def test_what_a_loss_was_put_through_is_undone(
    transform: Callable[[float], float], bar: float
) -> None:
    history = search(Sfde(line(4), 0), lambda point: float(transform(quadratic(point))), 80, 8)
    assert min(quadratic(point) for point in history.points_ND) < bar


@pytest.mark.parametrize("width", [1, 8])
def test_the_next_point_follows_from_seed_and_history_alone(width: int) -> None:
    one = Sfde(line(3), 7)
    history = search(one, quadratic, 48, width)
    again = Sfde(line(3), 7)
    assert (one.ask(history, 48, width) == again.ask(history, 48, width)).all()
    assert (Sfde(line(3), 8).ask(history, 48, width) != again.ask(history, 48, width)).any()


def test_trials_that_fail_neither_stop_a_search_nor_attract_it() -> None:
    def broken(point: Floats) -> float:
        # What would be the best corner always crashes.
        return (
            [np.nan, np.inf, -np.inf][int(point[1] * 2.99)] if point[0] < 0.4 else quadratic(point)
        )

    history = search(Sfde(line(2), 1), broken, 48, 4)
    known = history.losses_N[np.isfinite(history.losses_N)]
    assert known.min() < 0.03
    late = history.points_ND[24:, 0]
    assert (late < 0.4).mean() < 0.5


def test_a_search_of_which_nothing_succeeds_goes_on() -> None:
    history = search(Sfde(line(2), 1), lambda _: float("nan"), 40, 4)
    assert len(np.unique(history.points_ND, axis=0)) == 40


@pytest.mark.parametrize("width", [1, 4, 64])
def test_no_point_is_tried_twice_and_an_end_is_said(width: int) -> None:
    space = space_of(
        IntRange(low=1, high=4), Choices(values=("a", "b", "c")), IntRange(low=0, high=6)
    )
    algorithm = Sfde(space, 3)
    history = search(algorithm, quadratic, 84, width)
    assert len(np.unique(history.points_ND, axis=0)) == 84
    with pytest.raises(Exhausted, match="84"):
        algorithm.ask(history, 84, width)


def test_the_first_wave_of_many_workers_is_spread() -> None:
    algorithm = Sfde(line(2), 0)
    history = History.empty(2)
    for number in range(64):
        history = history.begin(algorithm.ask(history, number, 64))
    cells = {tuple((point * 8).astype(int)) for point in history.pending_PD}
    assert len(cells) > 50


def test_an_optimum_in_a_corner_is_reached() -> None:
    history = search(Sfde(line(4), 2), lambda point: float(point.sum()), 64, 8)
    assert history.losses_N.min() < 1e-6


def test_plateaus_do_not_break_the_fit() -> None:
    history = search(
        Sfde(line(3), 2), lambda point: float(np.floor(4 * np.abs(point - 0.6)).sum()), 64, 8
    )
    assert history.losses_N.min() == 0


@pytest.mark.parametrize(
    "space",
    [
        line(1),
        line(50),
        space_of(Choices(values=tuple(range(1000))), FloatRange(low=1e-6, high=1, log=True)),
        space_of(Choices(values=(False, True)), Choices(values=("a", "b", "c", "d"))),
        space_of(IntRange(low=1, high=1000, log=True), FloatRange(low=0, high=1, step=0.1)),
    ],
    ids=["one", "fifty", "thousand choices", "choices alone", "cells"],
)
def test_spaces_of_all_kinds_are_searched(space: SearchSpace) -> None:
    algorithm = Sfde(space, 0)
    budget = 8 if len(space.parameters) == 2 and algorithm.cube.is_choice_D.all() else 40
    history = search(algorithm, quadratic, budget, 4)
    assert len(np.unique(history.points_ND, axis=0)) == budget


def test_parameters_that_do_not_take_part_never_influence_a_proposal() -> None:
    space = SearchSpace(
        parameters=(
            Parameter(name="kind", range=Choices(values=("a", "b"))),
            Parameter(
                name="depth",
                range=FloatRange(low=0, high=1),
                when=Condition(parameter="kind", values=("b",)),
            ),
            Parameter(name="rate", range=FloatRange(low=0, high=1)),
        )
    )
    one, other = Sfde(space, 4), Sfde(space, 4)
    raw = np.random.default_rng(0).uniform(size=(30, 3)) * [2, 1, 1]
    noisy = raw.copy()
    noisy[raw[:, 0] < 1, 1] = 0.9
    losses = raw[:, 2] + (raw[:, 0] < 1)
    histories = [
        History(algorithm.cube.snap(points), losses, np.arange(30), np.empty((0, 3)))
        for algorithm, points in ((one, raw), (other, noisy))
    ]
    for number in range(30, 36):
        first, second = (
            algorithm.ask(history, number, 4)
            for algorithm, history in zip((one, other), histories, strict=True)
        )
        assert (first == second).all()


def test_it_is_much_better_than_random_search() -> None:
    def valley(point: Floats) -> float:
        x, y = 4 * point[0] - 2, 4 * point[1] - 2
        return float(100 * (y - x * x) ** 2 + (1 - x) ** 2 + np.square(point[2:] - 0.7).sum())

    ours = np.median([search(Sfde(line(4), s), valley, 80, 8).losses_N.min() for s in range(3)])
    drawn = [search(RandomSearch(line(4), s), valley, 80, 8).losses_N.min() for s in range(9)]
    assert ours < 0.25 * np.median(drawn)
