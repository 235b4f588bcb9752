"""Whether results were right, by what callers say later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.specs.gateway import TrueAnswer

# What explains a prediction of a row instead of being it.
_ASIDE = frozenset({"attributions", "high", "low", "probabilities", "request", "score", "unread"})
_RANKED = frozenset({"name", "score", "value"})

Results = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Evaluation:
    """Of ``num_evaluated`` results ``num_right`` were right; a number was off by ``error``."""

    num_evaluated: int = 0
    num_right: int = 0
    error: float | None = None


def evaluate(
    results: Results, truth: TrueAnswer, *, has_rows: bool, multi_label: bool
) -> Evaluation | None:
    """Hold results against what was right.

    Labels of rows are compared row by row. Of results that are labels with scores the surest one
    counts, unless an input may have several labels; of others, such as the objects in an image, the
    set of all labels. A text is right when it is the same but for white space.

    Args:
        results: what was predicted.
        truth: what was right.
        has_rows: whether each result is that of one row of the input.
        multi_label: whether an input may have several labels.

    Returns:
        ``None`` when what was right is of another kind than what was predicted.
    """
    if truth.value is not None:
        return _evaluate_value(results, truth.value)
    if truth.text is not None:
        return _evaluate_text(results, truth.text)
    labels = truth.labels or ()
    if has_rows:
        return _evaluate_rows(results, labels)
    if not all("name" in one for one in results):
        return None
    names = [str(one["name"]) for one in results]
    if multi_label or not all(one.keys() <= _RANKED for one in results):
        return Evaluation(1, int(set(names) == set(labels)))
    if len(labels) > 1:
        return None
    surest = max(results, key=lambda one: one.get("score", 0), default=None)
    return Evaluation(1, int([str(surest["name"])] == list(labels) if surest else not labels))


def predicted(row: Mapping[str, Any]) -> Any:
    """Return what was predicted of a row of a table, ``None`` when nothing was."""
    return next((value for name, value in row.items() if name not in _ASIDE), None)


def _evaluate_rows(results: Results, labels: Sequence[str]) -> Evaluation | None:
    values = [predicted(row) for row in results]
    if len(values) != len(labels) or any(isinstance(value, float | dict) for value in values):
        return None
    pairs = zip(values, labels, strict=True)
    return Evaluation(len(labels), sum(str(value) == label for value, label in pairs))


def _evaluate_value(results: Results, value: float) -> Evaluation | None:
    """Hold the one number that was predicted against the right one."""
    if len(results) != 1:
        return None
    found = results[0].get("value", predicted(results[0]))
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return Evaluation(error=abs(found - value))


def _evaluate_text(results: Results, text: str) -> Evaluation | None:
    texts = [one.get("text", one.get("words")) for one in results]
    if any(not isinstance(one, str) for one in texts):
        return None
    return Evaluation(1, int(" ".join(map(str, texts)).split() == text.split()))
