"""Times of cron expressions, also where clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from backend.api.errors import Invalid
from backend.schedules.services.times import require_times, times_after

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def written(cron: str, zone: str, after: datetime, num: int = 3) -> list[str]:
    return [f"{one:%m-%d %H:%M %z}" for one in times_after(cron, zone, after, num)]


def test_times_are_those_of_the_time_zone() -> None:
    assert written("30 6 * * 1-5", "Asia/Shanghai", NOW) == [
        "03-02 06:30 +0800", "03-03 06:30 +0800", "03-04 06:30 +0800",
    ]  # fmt: skip


def test_a_time_in_a_skipped_hour_is_just_after_it() -> None:
    before = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert written("30 2 * * *", "Europe/Berlin", before) == [
        "03-29 03:00 +0200", "03-30 02:30 +0200", "03-31 02:30 +0200",
    ]  # fmt: skip


def test_a_time_in_a_doubled_hour_is_once() -> None:
    before = datetime(2026, 10, 24, 12, tzinfo=UTC)
    assert written("30 2 * * *", "Europe/Berlin", before) == [
        "10-25 02:30 +0200", "10-26 02:30 +0100", "10-27 02:30 +0100",
    ]  # fmt: skip


def test_every_hour_is_every_hour_also_when_there_is_one_twice() -> None:
    before = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)
    assert written("0 * * * *", "Europe/Berlin", before) == [
        "10-25 02:00 +0200", "10-25 02:00 +0100", "10-25 03:00 +0100",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cron", "zone", "code"),
    [
        ("", "UTC", "cron_invalid"),
        ("* * * *", "UTC", "cron_invalid"),
        ("0 0 6 * * *", "UTC", "cron_invalid"),
        ("61 * * * *", "UTC", "cron_invalid"),
        ("@daily", "UTC", "cron_invalid"),
        ("0 6 30 2 *", "UTC", "cron_invalid"),
        ("* * * * *", "UTC", "cron_too_often"),
        ("0,2 6 * * *", "UTC", "cron_too_often"),
        ("0 6 * * *", "Mars/Olympus", "time_zone_unknown"),
        ("0 6 * * *", "../../etc/passwd", "time_zone_unknown"),
        ("0 6 * * *", "Europe", "time_zone_unknown"),
        ("0 6 * * *", "", "time_zone_unknown"),
        ("0 6 * * *", "localtime", "time_zone_unknown"),
        ("0 6 * * *", "right/UTC", "time_zone_unknown"),
    ],
)
def test_what_has_no_times_or_too_many_is_refused(cron: str, zone: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        require_times(cron, zone, NOW)
    assert caught.value.code == code


def test_every_five_minutes_is_often_enough() -> None:
    require_times("*/5 * * * *", "Asia/Kolkata", NOW)
