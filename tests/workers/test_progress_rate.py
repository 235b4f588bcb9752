"""The time left is measured from how fast the work went lately."""

from __future__ import annotations

from workers.runners.progress_rate import ProgressRate


class Clock:
    """Seconds that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_time_left_follows_the_rate_and_is_unknown_before_there_is_one() -> None:
    clock = Clock()
    rate = ProgressRate(clock)
    assert rate.seconds_left(0, 100) is None
    clock.now = 0.5
    assert rate.seconds_left(5, 100) is None
    clock.now = 10.0
    assert rate.seconds_left(20, 100) == 40.0


def test_what_went_fast_long_ago_is_forgotten() -> None:
    clock = Clock()
    rate = ProgressRate(clock)
    rate.seconds_left(0, 1000)
    clock.now = 1.0
    rate.seconds_left(500, 1000)
    for second in range(2, 200):
        clock.now = float(second)
        left = rate.seconds_left(500 + second, 1000)
    assert left is not None
    assert 280 < left < 330


def test_work_that_goes_on_where_it_stopped_counts_only_what_was_done_since() -> None:
    clock = Clock()
    rate = ProgressRate(clock)
    rate.seconds_left(900, 1000)
    clock.now = 10.0
    assert rate.seconds_left(910, 1000) == 90.0


def test_another_part_of_the_work_has_its_own_rate_and_nothing_is_ever_negative() -> None:
    clock = Clock()
    rate = ProgressRate(clock)
    rate.seconds_left(0, 10)
    clock.now = 5.0
    assert rate.seconds_left(10, 10) == 0.0
    assert rate.seconds_left(0, 400) is None
    clock.now = 7.0
    assert rate.seconds_left(500, 400) == 0.0
