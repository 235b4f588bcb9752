"""Edits between what is there and what was predicted."""

from __future__ import annotations

import pytest

from engine.metrics.edits import Edits, edit_distance, edits, pairs


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
    ],
)
def test_edits_are_counted_by_kind(
    there: str, predicted: str, counts: tuple[int, int, int]
) -> None:
    found = edits(there, predicted)

    assert (found.substitutions, found.insertions, found.deletions) == counts
    assert found.errors == edit_distance(there, predicted)
    assert found.length == len(there)


def test_pairs_say_what_became_of_each_character() -> None:
    assert pairs("abx", "bcx") == [("a", "b"), ("b", "c"), ("x", "x")]
    assert pairs("ab", "b") == [("a", None), ("b", "b")]
    assert pairs("b", "ab") == [(None, "a"), ("b", "b")]


def test_rates_of_several_texts_are_of_all_their_characters() -> None:
    together = edits("abcd", "abcx") + edits("a", "")

    assert together == Edits(substitutions=1, insertions=0, deletions=1, length=5)
    assert together.rate == pytest.approx(0.4)
    assert Edits().rate == 0.0
    assert edits("", "a").rate == 1.0
