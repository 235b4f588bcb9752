"""The marks of one JSON line: labels, spans, regions, relations, texts and a value."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from engine.formats.layout import Item, Problem
from engine.specs.data import Region, Relation
from engine.specs.geometry import Span

_REGIONS = TypeAdapter(tuple[Region, ...])
_TEXTS = ("texts", "captions", "transcript")


class MarkError(ValueError):
    """A line is not as documented; the message says how."""


class JsonMarks:
    """Reads the marks of one line; ``problems`` are those it could leave out alone."""

    def __init__(self, place: str, value: dict[str, Any], text: str | None) -> None:
        self._place, self._value, self._text = place, value, text
        self.problems: list[Problem] = []

    def apply(self, item: Item) -> Item:
        """Return the item with its marks.

        Raises:
            MarkError, ValueError: when a field has another form than documented.
        """
        regions = (*self._spans(), *_REGIONS.validate_python(self._value.get("regions") or ()))
        if len({region.id for region in regions}) < len(regions):
            raise MarkError("two marks have the same id")
        return replace(
            item,
            labels=self._labels(),
            regions=regions,
            relations=self._relations({region.id for region in regions}),
            texts=self._texts(),
            value=self._number(),
        )

    def _labels(self) -> tuple[str, ...]:
        given = self._value.get("labels", self._value.get("label"))
        if given is None:
            return ()
        if isinstance(given, str | int) and not isinstance(given, bool):
            given = [given]
        if not isinstance(given, list) or not all(isinstance(one, str | int) for one in given):
            raise MarkError("'labels' has to be a list of names")
        return tuple(dict.fromkeys(str(one) for one in given))

    def _spans(self) -> list[Region]:
        given = self._value.get("spans") or []
        if not isinstance(given, list):
            raise MarkError("'spans' has to be a list")
        if given and self._text is None:
            raise MarkError("'spans' needs a 'text'")
        regions: list[Region] = []
        for number, span in enumerate(given, start=1):
            region = self._span(span, number)
            if region is not None:
                regions.append(region)
        return regions

    def _span(self, span: Any, number: int) -> Region | None:
        if not isinstance(span, dict):
            raise MarkError("a span has to be an object")
        start: Any = span.get("start")
        end: Any = span.get("end")
        length = len(self._text or "")
        if not (_is_index(start) and _is_index(end)) or not 0 <= start < end <= length:
            shown = f"{start}–{end}"
            text = (
                f"The span {shown} does not lie in a text of {length} characters; it is left out."
            )
            problem = Problem(
                "span_outside", self._place, text, {"span": shown[:50], "length": length}
            )
            self.problems.append(problem)
            return None
        return Region(
            id=str(span.get("id", number)),
            label=None if span.get("label") is None else str(span["label"]),
            geometry=Span(start=start, end=end),
            text=None if span.get("text") is None else str(span["text"]),
        )

    def _relations(self, ids: set[str]) -> tuple[Relation, ...]:
        relations = []
        for given in self._value.get("relations") or ():
            if not isinstance(given, dict):
                raise MarkError("a relation has to be an object")
            ends = (str(given.get("subject")), str(given.get("object")))
            if not set(ends) <= ids:
                text = (
                    f"The relation from '{ends[0]}' to '{ends[1]}' names a mark that is not there."
                )
                problem = Problem(
                    "relation_unknown", self._place, text, {"subject": ends[0], "object": ends[1]}
                )
                self.problems.append(problem)
                continue
            label = str(given.get("label") or "")
            relations.append(Relation(label=label, subject=ends[0], object=ends[1]))
        return tuple(relations)

    def _texts(self) -> tuple[str, ...]:
        found = (self._value[key] for key in _TEXTS if self._value.get(key) is not None)
        given: Any = next(found, [])
        given = [given] if isinstance(given, str) else given
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise MarkError("'texts' has to be a list of texts")
        return tuple(given)

    def _number(self) -> float | None:
        given = self._value.get("value")
        if given is None:
            return None
        if (
            not isinstance(given, int | float)
            or isinstance(given, bool)
            or not math.isfinite(given)
        ):
            raise MarkError("'value' has to be a number")
        return float(given)


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
