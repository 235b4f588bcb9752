"""How EasyDL's clients expect each kind of answer: under which name, and with which fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from easel.runtime.results import Document

from engine.serving.errors import ServingError

Wrapping = Callable[[Mapping[str, Any], Sequence[Document]], dict[str, Any]]
"""Takes the request's JSON and the results; returns what stands beside ``log_id``."""


def wrap(
    answer_kind: str, request: Mapping[str, Any], results: Sequence[Document]
) -> dict[str, Any]:
    """Return results as EasyDL answers them.

    Raises:
        ServingError: ``field_invalid`` for a flag that is neither true nor false.
    """
    return WRAPPINGS.get(answer_kind, _results)(request, results)


def _results(request: Mapping[str, Any], results: Sequence[Document]) -> dict[str, Any]:
    return {"results": list(results)}


def _words(request: Mapping[str, Any], results: Sequence[Document]) -> dict[str, Any]:
    return {"words_result_num": len(results), "words_result": list(results)}


def _rows(request: Mapping[str, Any], results: Sequence[Document]) -> dict[str, Any]:
    """Return one item per row; what it was asked and how sure it is only for who wants it."""
    with_request, with_probabilities = (
        _flag(request, "include_req"),
        _flag(request, "include_proba"),
    )
    asked = request["data"] if isinstance(request["data"], list) else [request["data"]]
    items = []
    for row, result in zip(asked, results, strict=True):
        item = {k: v for k, v in result.items() if with_probabilities or k != "probabilities"}
        items.append({**item, "request": row} if with_request else item)
    return {"batch_result": items}


def _columns(request: Mapping[str, Any], results: Sequence[Document]) -> dict[str, Any]:
    """Turn points in time into columns."""
    names = results[0].keys() if results else ()
    return {"results": {name: [result[name] for result in results] for name in names}}


def _flag(request: Mapping[str, Any], name: str) -> bool:
    value = request.get(name, False)
    if not isinstance(value, bool):
        raise ServingError(
            f"The field '{name}' is {str(value)[:40]!r}; true or false is expected.",
            code="field_invalid",
            field=name,
        )
    return value


WRAPPINGS: Mapping[str, Wrapping] = {
    "rows": _rows,
    "forecast": _columns,
    "words": _words,
}
"""By kind of answer; all others are a list under ``results``."""
