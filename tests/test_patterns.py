"""No regular expression takes more than linear time, whatever a text holds."""

from __future__ import annotations

import math
import re
import time
from itertools import islice

import pytest

from tests.patterns import Applied, all_patterns, hostile_texts

SHORT = 10_000
NUM_SLOWEST = 4
# Ten times the text may take thirty times as long, and a hundred times it is quadratic. What takes
# less than the floor takes few steps for each character, which a busy machine may double.
MOST, FLOOR_SECONDS = 30.0, 0.1
SLOW_SECONDS = 0.05
# A quadratic pattern takes 5·10⁷ steps on a short text; no machine takes so many in this time.
QUICK_SECONDS = 0.005
PATTERNS = all_patterns()


def seconds(one: Applied, text: str) -> float:
    # Of this process alone: what else the machine does is no property of a pattern.
    began = time.process_time()
    one.apply(text)
    return time.process_time() - began


def slowness(one: Applied, short: int = SHORT) -> float:
    """Return how many times as long a text ten times as long takes, of those it is slowest on.

    Which those are is found out with even shorter ones.
    """
    times = [seconds(one, text) for text in hostile_texts(one.pattern, short // 10)]
    slowest = sorted(range(len(times)), key=times.__getitem__)[-NUM_SLOWEST:]
    worst = 0.0
    for place in slowest:
        taken = taking(one, place, short)
        if taken < QUICK_SECONDS * (short / SHORT) ** 2:
            continue
        if taken > SLOW_SECONDS:
            # Three times the text tells the same and spares a minute.
            return (taking(one, place, 3 * short) / taken) ** (1 / math.log10(3))
        longer = taking(one, place, 10 * short)
        if longer > FLOOR_SECONDS:
            worst = max(worst, longer / taken)
    return worst


def taking(one: Applied, place: int, length: int) -> float:
    text = next(islice(hostile_texts(one.pattern, length), place, None))
    return min(seconds(one, text) for _ in range(2))


@pytest.mark.parametrize("one", PATTERNS, ids=lambda one: one.place)
def test_ten_times_the_text_takes_no_more_than_thirty_times_as_long(one: Applied) -> None:
    assert slowness(one) <= MOST


def test_the_patterns_of_all_parts_are_looked_at() -> None:
    places = {one.place.partition(":")[0] for one in PATTERNS}
    assert {
        "engine/quality/samples/texts.py",
        "engine/cleaning/texts.py",
        "backend/files/services/responses.py",
        "deploy/sdk/python/src/easel/runtime/retail/prices.py",
    } <= places
    assert len(PATTERNS) >= 40


@pytest.mark.parametrize(
    ("slow", "length"),
    [
        (r"<!--.*?-->", SHORT),
        # These take more steps for each character: up to half a minute at full length. Less text
        # than this takes less than ``SLOW_SECONDS``, and then ten times as much is looked at.
        (r"[\w.+-]+@[\w-]+\.[\w.-]+", 6_000),
        (r"^\S.*?[\s,;:]+#\d$", 6_000),
        (r"(a|b)*?c", 3_000),
    ],
)
def test_a_pattern_of_quadratic_time_is_found_out(slow: str, length: int) -> None:
    assert slowness(Applied("here", re.compile(slow, re.DOTALL)), length) > MOST
