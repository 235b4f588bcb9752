"""What is measured of an answer, whatever its kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.drift.measuring.features import CallFeatures

Document = Mapping[str, Any]
"""A result in its JSON form."""

# Beside the predicted column in the answer of a row.
_BESIDE = frozenset({"probabilities", "request", "unread"})


def answer_features(results: Sequence[Document]) -> CallFeatures:
    """Return confidences, the class, the number of results and the length of what was written.

    Args:
        results: in their JSON form, as the package gives them when the caller asks for nothing
            else; those of a row with the probabilities of its classes.
    """
    items = [item for result in results for item in result.get("objects", (result,))]
    if any("score" not in item for item in items):
        return _values(items)
    scores = [float(item["score"]) for item in items]
    numbers: dict[str, float | None] = {"confidence": max(scores, default=None)}
    categories: dict[str, str | None] = {}
    shares: dict[str, float] | None = None
    if any("name" in item for item in items) or not items:
        surest = max(items, key=lambda item: float(item["score"]), default=None)
        categories["class"] = None if surest is None else _name(surest)
    if not _are_labels(items):
        # Labels are always as many as the package names; other results are found, or not.
        numbers["results"] = float(_count(results, items))
        numbers["mean_confidence"] = sum(scores) / len(scores) if scores else None
        names = Counter(str(item["name"]) for item in items if "name" in item)
        shares = {name: count / len(items) for name, count in names.items()}
    written = [str(item[key]) for item in items for key in ("text", "words") if key in item]
    if written:
        numbers["characters"] = float(sum(map(len, written)))
    if any("value" in item for item in items):
        numbers["value"] = float(items[0]["value"])
    return CallFeatures(numbers, categories, shares)


def _are_labels(items: Sequence[Document]) -> bool:
    return bool(items) and all(set(item) == {"name", "score"} for item in items)


def _name(item: Document) -> str | None:
    return str(item["name"]) if "name" in item else None


def _count(results: Sequence[Document], items: Sequence[Document]) -> int:
    """Return how many things were found: of a video objects, not their places in each frame."""
    if any("objects" in result for result in results):
        return len({item["track_id"] for item in items})
    return len(items)


def _values(items: Sequence[Document]) -> CallFeatures:
    """Return the features of an answer by columns: the row of a table, or a forecast."""
    numbers: dict[str, float | None] = {}
    categories: dict[str, str | None] = {}
    for name, value in items[0].items():
        if name in _BESIDE:
            continue
        if isinstance(value, str):
            categories["class"] = value
        elif isinstance(value, (int, float)):
            numbers[f"value.{name}"] = float(value)
        elif isinstance(value, Sequence):
            # The points of a forecast; its times are texts.
            known = [float(one) for one in value if isinstance(one, (int, float))]
            if known:
                numbers[f"value.{name}"] = sum(known) / len(known)
    probabilities = items[0].get("probabilities")
    if probabilities:
        numbers["confidence"] = float(max(probabilities.values()))
    return CallFeatures(numbers, categories)
