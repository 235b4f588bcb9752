"""Edits between what is there and what was predicted."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.metrics.edits import Edits, edits, pairs


@pytest.mark.parametrize(
    ("there", "predicted", "counts"),
    [
        ("", "", (0, 0, 0)),
        ("abc", "abc", (0, 0, 0)),
        ("abc", "", (0, 0, 3)),
        ("", "ab", (0, 2, 0)),
        ("kitten", "sitting", (2, 1, 0)),
        ("sunday", "saturday", (1, 2, 0)),
        ("abcd", "bcde", (0, 1, 1)),
        ("书本", "书", (0, 0, 1)),
        (["书本", "a"], ["a"], (0, 0, 1)),
    ],
)
def test_edits_are_counted_by_kind(
    there: Sequence[str], predicted: Sequence[str], counts: tuple[int, int, int]
) -> None:
    found = edits(there, predicted)

    assert (found.substitutions, found.insertions, found.deletions) == counts
    assert found.errors == sum(counts)
    assert found.length == len(there)


def test_pairs_say_what_became_of_each_character() -> None:
    assert pairs("abx", "acx") == [("a", "a"), ("b", "c"), ("x", "x")]
    assert pairs("ab", "b") == [("a", None), ("b", "b")]
    assert pairs("b", "ab") == [(None, "a"), ("b", "b")]


def least_edits(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the distance as the table of its definition gives it."""
    row = list(range(len(other) + 1))
    for number, a in enumerate(one, start=1):
        last, row[0] = row[0], number
        for place, b in enumerate(other, start=1):
            last, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, last + (a != b))
    return row[-1]


UNITS = st.text("abc", max_size=12) | st.lists(st.sampled_from(["ab", "a", "b"]), max_size=8)


@given(UNITS, UNITS)
@settings(max_examples=200, deadline=None)
def test_pairs_spell_both_texts_in_the_fewest_edits(
    there: Sequence[str], predicted: Sequence[str]
) -> None:
    found = pairs(there, predicted)

    assert [one for one, _ in found if one is not None] == list(there)
    assert [other for _, other in found if other is not None] == list(predicted)
    assert sum(one != other for one, other in found) == least_edits(there, predicted)
    assert edits(there, predicted).errors == least_edits(there, predicted)


def test_two_whole_pages_are_compared_in_a_moment() -> None:
    page = "".join(chr(0x4E00 + 7919 * place % 2000) for place in range(6000))
    began = time.process_time()

    assert edits(page, page[1:] + "x").errors == 2
    assert time.process_time() - began < 1


def test_rates_of_several_texts_are_of_all_their_characters() -> None:
    together = edits("abcd", "abcx") + edits("a", "")

    assert together == Edits(substitutions=1, insertions=0, deletions=1, length=5)
    assert together.rate == pytest.approx(0.4)
    assert Edits().rate == 0.0
    assert edits("", "a").rate == 1.0
