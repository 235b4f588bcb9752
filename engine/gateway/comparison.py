"""How far two answers to the same request agree, whatever the task."""

from __future__ import annotations

from collections import Counter
from typing import Any

import orjson


def agreement(answer: bytes, other: bytes) -> float | None:
    """Return the agreement of two answers of ``/predict`` or EasyDL: 0 to 1.

    Answers with one label for the whole input agree when their surest labels do. Others, such as
    detections and spans, agree by the share of names that both have, counted with repetition
    (Jaccard index of multisets). Numbers agree within a hundredth.

    Args:
        answer: a body.
        other: the other body.

    Returns:
        ``None`` when one of them holds no results.
    """
    results, others = _results(answer), _results(other)
    if results is None or others is None:
        return None
    if _are_ranked(results) and _are_ranked(others):
        return float(_surest(results) == _surest(others))
    if all("name" in one for one in (*results, *others)):
        return _jaccard(Counter(_names(results)), Counter(_names(others)))
    return float(_are_alike(results, others))


def _results(body: bytes) -> list[dict[str, Any]] | None:
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    found = document.get("results") if isinstance(document, dict) else None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        return None
    return found


def _are_ranked(results: list[dict[str, Any]]) -> bool:
    """Tell whether the results are names with scores and nothing else."""
    return bool(results) and all(set(one) == {"name", "score"} for one in results)


def _surest(results: list[dict[str, Any]]) -> Any:
    return max(results, key=lambda one: one["score"])["name"]


def _names(results: list[dict[str, Any]]) -> list[str]:
    return [str(one["name"]) for one in results]


def _jaccard(names: Counter[str], others: Counter[str]) -> float:
    union = (names | others).total()
    return (names & others).total() / union if union else 1.0


def _are_alike(value: Any, other: Any) -> bool:
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(value, int | float) and isinstance(other, int | float):
        return abs(value - other) <= 0.01 * max(abs(value), abs(other), 1e-9)
    if isinstance(value, dict) and isinstance(other, dict):
        return set(value) == set(other) and all(_are_alike(value[key], other[key]) for key in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_are_alike, value, other))
    return bool(value == other)
