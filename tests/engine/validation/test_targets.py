"""What a column to predict asks for, at the numbers where the answer changes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.validation.targets import (
    TargetStatistics,
    check_guess,
    check_problem,
    check_target,
    learns_numbers,
    named_target,
    problem_of_statistics,
)


def column(**counts: int) -> TargetStatistics:
    """Return what the cells of a column are: none of any kind but those given."""
    kinds = ("missing", "numbers", "infinite", "words", "distinct_numbers", "distinct_words")
    given: dict[str, Any] = {f"num_{kind}": counts.get(kind, 0) for kind in kinds}
    return TargetStatistics(column="y", num_rows=counts.get("rows", 100), **given)


def test_a_column_with_a_few_words_among_its_numbers_holds_numbers() -> None:
    assert column(numbers=98, words=2).holds_numbers
    assert not column(numbers=97, words=3).holds_numbers
    assert column(numbers=1).holds_numbers
    assert not column().holds_numbers


def test_many_different_numbers_beside_many_words_are_mixed() -> None:
    assert column(numbers=90, words=10, distinct_numbers=21).is_mixed
    assert not column(numbers=90, words=10, distinct_numbers=20).is_mixed
    assert not column(numbers=50, words=50, distinct_numbers=30).is_mixed
    assert column(numbers=51, words=49, distinct_numbers=30).is_mixed
    assert not column(numbers=99, words=1, distinct_numbers=30).is_mixed


@pytest.mark.parametrize(
    ("counts", "problem"),
    [
        ({"numbers": 100, "distinct_numbers": 2}, "binary"),
        ({"numbers": 100, "distinct_numbers": 3}, "regression"),
        ({"words": 100, "distinct_words": 2}, "binary"),
        ({"words": 100, "distinct_words": 3}, "multi_class"),
        ({"words": 50, "numbers": 50, "distinct_words": 1, "distinct_numbers": 1}, "binary"),
        ({"words": 50, "numbers": 50, "distinct_words": 2, "distinct_numbers": 1}, "multi_class"),
    ],
)
def test_the_kind_of_answer_follows_from_the_cells_unless_somebody_said(
    counts: dict[str, int], problem: str
) -> None:
    assert problem_of_statistics(column(**counts), "auto") == problem
    assert problem_of_statistics(column(**counts), "regression") == "regression"


def test_numbers_are_learnt_where_they_are_wanted_or_the_column_holds_them() -> None:
    words, numbers = column(words=100), column(numbers=100)
    assert learns_numbers(words, "regression")
    assert learns_numbers(numbers, "multi_class")
    assert not learns_numbers(words, "multi_class")


def test_a_column_is_named_like_an_answer_if_it_is_the_only_one() -> None:
    assert named_target(["a", " Target ", "b"]) == " Target "
    assert named_target(["a", "标签"]) == "标签"
    assert named_target(["target", "label"]) is None
    assert named_target(["a", "b"]) is None


def test_a_guessed_target_is_confirmed_and_one_beside_a_better_one_is_refused() -> None:
    for columns in (["a", "b"], ["b", "label"], ["target", "label"]):
        (finding,) = check_guess(columns, columns[-1])
        assert (finding.code, finding.blocking, finding.confirm) == ("target_guessed", False, True)
        assert finding.params == {"column": columns[-1], "columns": ", ".join(columns)}
    (finding,) = check_guess(["label", "b"], "b")
    assert (finding.code, finding.blocking) == ("target_ambiguous", True)
    assert finding.params == {"column": "b", "named": "label"}


def test_a_guessed_kind_of_answer_is_confirmed_where_there_are_two_ways() -> None:
    numbers = column(numbers=100, distinct_numbers=3)
    (finding,) = check_problem(numbers, "auto")
    assert (finding.code, finding.blocking, finding.confirm) == ("problem_guessed", False, True)
    assert finding.params == {"column": "y", "problem": "regression", "num_distinct": 3}
    assert "a value would" in finding.message
    (finding,) = check_problem(column(numbers=100, distinct_numbers=2), "auto")
    assert "a class would" in finding.message
    assert list(check_problem(numbers, "regression")) == []
    assert list(check_problem(column(words=100, distinct_words=3), "auto")) == []
    assert list(check_problem(column(numbers=90, words=10, distinct_numbers=21), "auto")) == []


def test_a_mixed_column_stops_until_somebody_says_what_it_is() -> None:
    mixed = column(numbers=90, words=10, distinct_numbers=21)
    (finding,) = check_target(mixed, "auto")
    assert (finding.code, finding.blocking) == ("target_mixed", True)
    assert finding.params == {"column": "y", "num_numbers": 90, "num_words": 10}
    codes = [one.code for one in check_target(mixed, "regression")]
    assert codes == ["target_not_finite", "rows_without_target"]
    assert list(check_target(mixed, "multi_class")) == []


def test_rows_without_an_answer_are_counted_and_stop_when_none_is_left() -> None:
    cells = column(numbers=94, infinite=2, words=1, missing=3, distinct_numbers=50)
    odd, rows = check_target(cells, "auto")
    assert odd.params == {"column": "y", "num_infinite": 2, "num_words": 1}
    assert odd.blocking is False
    assert rows.params == {"column": "y", "count": 6, "total": 100, "used": 94}
    assert (rows.num_samples, rows.blocking, rows.confirm) == (6, False, True)
    (rows,) = check_target(column(missing=100), "multi_class")
    assert (rows.params["used"], rows.blocking, rows.confirm) == (0, True, False)
    (rows,) = check_target(column(missing=99, words=1, distinct_words=1), "multi_class")
    assert (rows.params["used"], rows.blocking, rows.confirm) == (1, False, True)
    assert list(check_target(column(words=100, distinct_words=2), "auto")) == []
