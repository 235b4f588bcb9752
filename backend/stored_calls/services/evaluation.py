"""Whether results were right, by what callers say later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.specs.gateway import TrueAnswer

# What explains a prediction of a row instead of being it.
_ASIDE = frozenset({"attributions", "high", "low", "probabilities", "request", "score", "unread"})

Results = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Evaluation:
    """Of ``num_evaluated`` results ``num_right`` were right; a number was off by ``error``."""

    num_evaluated: int = 0
    num_right: int = 0
    error: float | None = None


def evaluate(
    results: Results, truth: TrueAnswer, *, has_rows: bool, multi_label: bool
) -> Evaluation:
    """Hold results against what was right.

    Labels of rows are compared row by row. Of other inputs the surest label counts, and where there
    may be several the set of all. A text is right when it is the same but for white space.

    Args:
        results: what was predicted.
        truth: what was right.
        has_rows: whether each result is that of one row of the input.
        multi_label: whether an input may have several labels, such as the objects in an image.
    """
    if truth.value is not None:
        return _evaluate_value(results, truth.value)
    if truth.text is not None:
        predicted = " ".join(_text(one) for one in results)
        return Evaluation(1, int(predicted.split() == truth.text.split()))
    labels = truth.labels or ()
    if has_rows:
        return _evaluate_rows(results, labels)
    names = [str(one["name"]) for one in results if "name" in one]
    if multi_label:
        return Evaluation(1, int(set(names) == set(labels)))
    surest = max(
        (one for one in results if "name" in one), key=lambda one: one.get("score", 0), default=None
    )
    return Evaluation(1, int([str(surest["name"])] == list(labels) if surest else not labels))


def _evaluate_rows(results: Results, labels: Sequence[str]) -> Evaluation:
    if len(results) != len(labels):
        return Evaluation()
    pairs = zip(results, labels, strict=True)
    return Evaluation(len(labels), sum(str(predicted(row)) == label for row, label in pairs))


def _evaluate_value(results: Results, value: float) -> Evaluation:
    """Hold the one number that was predicted against the right one."""
    if len(results) != 1:
        return Evaluation()
    found = results[0].get("value", predicted(results[0]))
    if not isinstance(found, int | float):
        return Evaluation()
    return Evaluation(error=abs(found - value))


def predicted(row: Mapping[str, Any]) -> Any:
    """Return what was predicted of a row of a table, ``None`` when nothing was."""
    return next((value for name, value in row.items() if name not in _ASIDE), None)


def _text(result: Mapping[str, Any]) -> str:
    return str(result.get("text") or result.get("words") or "")
