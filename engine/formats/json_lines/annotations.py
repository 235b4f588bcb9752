"""The annotations of one JSON line: labels, spans, regions, relations, texts and a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engine.formats.layout import Item, Param, Problem
from engine.formats.reading.values import (
    MALFORMED,
    finite,
    list_of,
    name_text,
    object_of,
    reason_of,
)
from engine.formats.shapes.attributes import read_attributes
from engine.formats.shapes.run_lengths import mask_from_counts, unpack_counts
from engine.specs.data import Region, Relation
from engine.specs.samples.geometry import Mask, Span

_TEXTS = ("texts", "captions", "transcript")


class AnnotationError(ValueError):
    """A line is not as documented; the message says how."""


class JsonAnnotations:
    """Reads the annotations of one line; ``problems`` are those it could leave out alone."""

    def __init__(self, place: str, value: dict[str, Any], text: str | None) -> None:
        self._place, self._value, self._text = place, value, text
        self.problems: list[Problem] = []

    def apply(self, item: Item) -> Item:
        """Return the item with its annotations.

        Raises:
            MALFORMED: when a field has another form than documented.
        """
        regions = (*self._spans(), *self._kept("regions", self._region))
        if len({region.id for region in regions}) < len(regions):
            raise AnnotationError("two annotations have the same id")
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
        return tuple(dict.fromkeys(map(name_text, given if isinstance(given, list) else [given])))

    def _kept(self, field: str, read: Callable[[Any, int], Region | None]) -> Iterator[Region]:
        """Yield the regions of a field; one that cannot be is left out alone."""
        for number, given in enumerate(list_of(self._value.get(field)), start=1):
            try:
                region = read(given, number)
            except MALFORMED as error:
                reason = reason_of(error)
                text = f"'{field}[{number - 1}]' cannot be used ({reason}) and is left out."
                place = f"{self._place}:{field}[{number - 1}]"
                problem = Problem("shape_malformed", place, text, {"reason": reason}, 1)
                self.problems.append(problem)
                continue
            if region is not None:
                yield region

    def _spans(self) -> Iterator[Region]:
        if self._value.get("spans") and self._text is None:
            raise AnnotationError("'spans' needs a 'text'")
        return self._kept("spans", self._span)

    def _region(self, given: Any, number: int) -> Region:
        value = object_of(given)
        region = Region.model_validate(
            {"id": str(number), **value, "attributes": self._attributes(value)}
        )
        if isinstance(region.geometry, Mask):
            # Whoever draws it later would find its run lengths broken.
            mask_from_counts(unpack_counts(region.geometry.counts), region.geometry.size)
        return region

    def _span(self, given: Any, number: int) -> Region | None:
        span = object_of(given)
        start: Any = span.get("start")
        end: Any = span.get("end")
        length = len(self._text or "")
        if not (_is_index(start) and _is_index(end)) or not 0 <= start < end <= length:
            shown = f"{_shown(start)}–{_shown(end)}"
            message = (
                f"The span {shown} does not lie in a text of {length} characters; it is left out."
            )
            params: dict[str, Param] = {"span": shown, "length": length}
            self.problems.append(Problem("span_outside", self._place, message, params, 1))
            return None
        label = span.get("label")
        return Region.model_validate(
            {
                "id": name_text(span.get("id", number)),
                "label": None if label is None else name_text(label),
                "geometry": Span(start=start, end=end),
                "text": span.get("text"),
                "points": list_of(span.get("points")),
                "attributes": self._attributes(span),
            }
        )

    def _attributes(self, value: dict[str, Any]) -> dict[str, Any]:
        kept, problems = read_attributes(value.get("attributes"), self._place)
        self.problems.extend(problems)
        return dict(kept)

    def _relations(self, ids: set[str]) -> tuple[Relation, ...]:
        relations = []
        for given in map(object_of, list_of(self._value.get("relations"))):
            ends = (_shown(given.get("subject")), _shown(given.get("object")))
            if not set(ends) <= ids:
                text = (
                    f"The relation from '{ends[0]}' to '{ends[1]}' names an annotation that is not "
                    "there."
                )
                params: dict[str, Param] = {"subject": ends[0], "object": ends[1]}
                problem = Problem("relation_unknown", self._place, text, params, 1)
                self.problems.append(problem)
                continue
            label = name_text(given["label"]) if given.get("label") else ""
            relations.append(Relation(label=label, subject=ends[0], object=ends[1]))
        return tuple(relations)

    def _texts(self) -> tuple[str, ...]:
        found = (self._value[key] for key in _TEXTS if self._value.get(key) is not None)
        given: Any = next(found, [])
        given = [given] if isinstance(given, str) else given
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise AnnotationError("'texts' has to be a list of texts")
        return tuple(given)

    def _number(self) -> float | None:
        given = self._value.get("value")
        if isinstance(given, str):
            raise AnnotationError("'value' has to be a number")
        return None if given is None else finite(given)


def num_annotations(value: Any) -> int:
    """Return how many annotations a line that is left out has; none where it is no object."""
    if not isinstance(value, dict):
        return 0
    labels = value.get("labels", value.get("label"))
    texts = next((value[key] for key in _TEXTS if value.get(key) is not None), None)
    listed = (labels, texts, *(value.get(key) for key in ("spans", "regions", "relations")))
    nums = (len(one) if isinstance(one, list) else one is not None for one in listed)
    return sum(nums) + (value.get("value") is not None)


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    """Return a place or an id for people; whatever is neither in short."""
    return str(value) if isinstance(value, str) else repr(value)[:50]
