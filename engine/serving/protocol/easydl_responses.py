"""How EasyDL's clients expect each kind of answer: under which name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from easel.runtime.results import Document

Response = Callable[[Sequence[Document]], dict[str, Any]]
"""Takes the results; returns what stands beside ``log_id``."""


def wrap(prediction_kind: str, results: Sequence[Document]) -> dict[str, Any]:
    """Return results as EasyDL answers them."""
    return RESPONSES.get(prediction_kind, _results)(results)


def _results(results: Sequence[Document]) -> dict[str, Any]:
    return {"results": list(results)}


def _words(results: Sequence[Document]) -> dict[str, Any]:
    return {"words_result_num": len(results), "words_result": list(results)}


def _rows(results: Sequence[Document]) -> dict[str, Any]:
    return {"batch_result": list(results)}


def _columns(results: Sequence[Document]) -> dict[str, Any]:
    """Turn points in time into columns."""
    names = results[0].keys() if results else ()
    return {"results": {name: [result[name] for result in results] for name in names}}


RESPONSES: Mapping[str, Response] = {
    "rows": _rows,
    "forecast": _columns,
    "read_fields": _words,
    "read_lines": _words,
    "words": _words,
}
"""By kind of answer; all others are a list under ``results``."""
