"""A budget says what may still begin, and counts what earlier processes took."""

from __future__ import annotations

import pytest

from engine.training.budget import Budget, OutOfTime


class Clock:
    """Time that passes when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_would_end_late_does_not_fit() -> None:
    clock = Clock()
    budget = Budget(100.0, kept_back=0.25, clock=clock)
    # A fifth is wanted again at the end: 80 seconds are for candidates.
    clock.now = 30
    budget.finish()

    assert budget.left == pytest.approx(50)
    assert budget.fits(50)
    assert not budget.fits(51)
    assert budget.share == pytest.approx(0.375)


def test_what_an_earlier_process_took_counts() -> None:
    budget = Budget(100.0, clock=Clock())

    budget.finish(earlier=70.0)

    assert budget.left == pytest.approx(30)


def test_what_runs_is_given_up_at_the_end_but_not_once_closed() -> None:
    clock = Clock()
    budget = Budget(10.0, clock=clock)
    budget.begin()
    clock.now = 11
    with pytest.raises(OutOfTime):
        budget.check()

    budget.close()

    budget.check()


def test_a_part_may_take_its_share_of_what_is_left() -> None:
    clock = Clock()
    budget = Budget(100.0, clock=clock)
    budget.begin(0.4)
    clock.now = 39
    budget.check()
    clock.now = 41
    with pytest.raises(OutOfTime):
        budget.check()

    budget.begin()

    budget.check()


def test_auto_has_no_end() -> None:
    budget = Budget.of("auto", kept_back=0.25)
    assert budget.fits(1e9)
    assert budget.share == 0
    assert Budget.of(2.0, kept_back=0).seconds == 120
