"""Why an input has no prediction is told by a code and what a translation needs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import DataError
from engine.predictions.inputs import problem_of


def error_of(work: Any) -> Exception:
    """Return what something raises."""
    with pytest.raises((OSError, ValueError)) as raised:
        work()
    return raised.value


@pytest.mark.parametrize(
    ("work", "code", "params"),
    [
        (lambda: b"a\xff".decode(), "input_not_utf8", {"byte": 1}),
        (lambda: Path("/nowhere/a.png").read_bytes(), "input_unreadable",
         {"reason": "No such file or directory"}),
        (lambda: json.loads("{"), "input_unreadable", None),
    ],
)  # fmt: skip
def test_what_others_raise_has_a_code(work: Any, code: str, params: dict[str, Any] | None) -> None:
    problem = problem_of(error_of(work))
    assert problem.code == code
    assert params is None or problem.params == params
    for value in problem.params.values():
        assert str(value) in problem.message


def test_what_we_raise_keeps_its_code_and_values() -> None:
    error = DataError("It has no column 'a' among b.", code="x", missing="'a'", columns="b")
    problem = problem_of(error)
    assert (problem.code, problem.message) == ("x", error.message)
    assert problem.params == {"missing": "'a'", "columns": "b"}


def test_a_reason_that_is_a_sentence_ends_once() -> None:
    assert problem_of(ValueError("It is odd.")).message == "The input cannot be read: It is odd."
