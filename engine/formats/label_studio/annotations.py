"""The results of one Label Studio task as annotations of a sample, and back.

Places in images are percents of their sides; a rectangle turns clockwise about its upper left
corner. Places in texts count UTF-16 units, as browsers do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.formats.label_studio.packed_runs import unpack_runs
from engine.formats.label_studio.points import KINDS, TaskPoints
from engine.formats.layout import Item, Problem
from engine.formats.reading.values import (
    MALFORMED,
    finite,
    key_of,
    list_of,
    name_text,
    numbers,
    object_of,
    reason_of,
)
from engine.formats.shapes.attributes import read_attributes
from engine.formats.shapes.boxes import bounded_box, bounded_points
from engine.formats.shapes.run_lengths import mask_from_pixels
from engine.specs.data import AttributeValue, Region, Relation
from engine.specs.samples.geometry import Geometry, KeyPoint, Point, Polygon, Quad, Segment, Span

_ELLIPSE_CORNERS = 64
# Brushes are images of four channels, each a byte in memory.
_CHANNELS = 4
_MAX_BRUSH_PIXELS = 2**26
_CONTENT_CONTROLS = ("choices", "textarea", "taxonomy", "rating", "number", "datetime")
_FLAGS = {"true": True, "false": False}
# What templates call the control that holds what is written or said in a region.
_TEXTS = frozenset({"textarea", "transcription", "transcript", "text", "ocr", "caption"})


@dataclass
class _Draft:
    """What several results of one id say of a region; ``is_named`` once a control of labels does.

    ``attributes`` is what controls beside say of it, by their names.
    """

    geometry: Geometry
    is_named: bool
    label: str | None = None
    texts: dict[str, list[str]] = field(default_factory=dict)
    attributes: dict[str, AttributeValue] = field(default_factory=dict)
    choices: list[str] = field(default_factory=list)

    def text(self) -> str | None:
        """Return what is written there: by a control of a usual name, else by the first one."""
        usual = [name for name in self.texts if name.lower() in _TEXTS]
        names = usual or list(self.texts)[:1]
        return "\n".join(text for name in names for text in self.texts.pop(name)) or None

    def name(self) -> str | None:
        """Return the label; a choice where a shape was drawn that no control of labels names."""
        if not self.is_named and self.label is None and self.choices:
            return str(self.attributes.pop(self.choices[0]))
        return self.label


class TaskAnnotations:
    """Reads the results of one task; ``problems`` are those that it left out or changed.

    Args:
        place: where the task stands.
        size: width and height of the image, where it is one.
        text: the text, where it is one.
    """

    def __init__(self, place: str, size: tuple[int, int] | None, text: str | None) -> None:
        self._place, self._size, self._text = place, size, text
        self._drafts: dict[str, _Draft] = {}
        self._labels: list[str] = []
        self._texts: list[str] = []
        self._links: list[dict[str, Any]] = []
        self._value: float | None = None
        self._points = TaskPoints()
        self._lost: set[str] = set()
        self.problems: list[Problem] = []

    def apply(self, item: Item, results: Sequence[Any]) -> Item:
        """Return the item with the annotations of its results."""
        for number, result in enumerate(results, start=1):
            place = f"{self._place}:result {number}"
            num_before = len(self.problems)
            try:
                self._take(object_of(result), place)
            except MALFORMED as error:
                reason = reason_of(error)
                text = f"A result cannot be read ({reason}) and is left out."
                self._problem("shape_malformed", place, text, reason=reason)
            self._count_lost(result, place, num_before)
        points = self._points.given_to({key: one.geometry for key, one in self._drafts.items()})
        self.problems.extend(self._points.problems)
        return replace(
            item,
            labels=tuple(dict.fromkeys(self._labels)),
            regions=tuple(
                self._region(key, one, points.get(key, ())) for key, one in self._drafts.items()
            ),
            relations=tuple(self._relations()),
            texts=tuple(self._texts),
            value=self._value,
            is_annotated=True,
        )

    def _count_lost(self, result: Any, place: str, num_before: int) -> None:
        """Count an annotation that the last problems have left nothing of, once for its id."""
        wrong = self.problems[num_before:]
        key = _key(result, place)
        is_lost = key not in self._drafts and key not in self._points and key not in self._lost
        for at, problem in enumerate(wrong, start=num_before):
            is_last = at == len(self.problems) - 1
            self.problems[at] = problem.losing(int(is_lost and is_last))
        if wrong and is_lost:
            self._lost.add(key)

    def _region(self, key: str, draft: _Draft, points: tuple[KeyPoint, ...]) -> Region:
        text = draft.text()
        for name, texts in draft.texts.items():
            self._attribute(draft, name, "\n".join(texts))
        return Region(
            id=key,
            label=draft.name(),
            geometry=draft.geometry,
            text=text,
            points=points,
            attributes=draft.attributes,
        )

    def _take(self, result: dict[str, Any], place: str) -> None:
        kind = name_text(result["type"])
        if kind == "relation":
            self._links.append(result)
            return
        value = object_of(result["value"])
        key = _key(result, place)
        if kind in KINDS:
            self._point(result, _names(value.get(kind)), place)
            return
        if key in self._points:
            self._unsupported(kind, place)
            return
        if key not in self._drafts:
            geometry = self._geometry(kind, value, place)
            if geometry is not None:
                self._drafts[key] = _Draft(geometry, is_named=kind.endswith("labels"))
            elif kind not in _CONTENT_CONTROLS:
                if not _says_where(value):
                    self._unsupported(kind, place)
                return
        # What is written stands under the name of its control, or as Label Studio itself has it.
        content = value.get(kind, value.get("text") if kind == "textarea" else None)
        draft = self._drafts.get(key)
        if draft is None:
            self._of_sample(kind, content)
        elif kind in _CONTENT_CONTROLS:
            self._of_region(draft, kind, content, str(result.get("from_name") or kind))
        else:
            names = _names(content if content is not None else value.get("labels"))
            draft.label = draft.label or (names[0] if names else None)
            self._one_name(names, place)

    def _of_sample(self, kind: str, content: Any) -> None:
        if kind == "textarea":
            self._texts.extend(_texts(content))
        elif kind in ("choices", "taxonomy"):
            self._labels.extend(_names(content))
        elif kind == "datetime":
            self._unsupported(kind, self._place)
        else:
            self._value = finite(content)

    def _of_region(self, draft: _Draft, kind: str, content: Any, control: str) -> None:
        """Take what a control says of one region: its text, or an attribute by its name."""
        if kind == "textarea":
            draft.texts.setdefault(control, []).extend(_texts(content))
        elif kind not in ("choices", "taxonomy"):
            self._attribute(draft, control, content)
        else:
            names = _names(content)
            flag = _FLAGS.get(names[0]) if len(names) == 1 else None
            if self._attribute(draft, control, ", ".join(names) if flag is None else flag):
                draft.choices.append(control)

    def _attribute(self, draft: _Draft, name: str, value: object) -> bool:
        kept, problems = read_attributes({name: value}, self._place)
        self.problems.extend(problems)
        draft.attributes.update(kept)
        return bool(kept)

    def _point(self, result: dict[str, Any], names: list[str], place: str) -> None:
        self._points.add(result, names[0] if names else None, place, self._image())
        self._one_name(names, place)

    def _one_name(self, names: Sequence[str], place: str) -> None:
        if len(names) > 1:
            text = "A region has one label; the others are left out."
            self._problem("labels_left_out", place, text, num=len(names) - 1)

    def _geometry(self, kind: str, value: dict[str, Any], place: str) -> Geometry | None:
        """Return where a result is, ``None`` where it speaks of the whole sample or is left out."""
        if "sequence" in value or kind == "timeserieslabels":
            self._unsupported(kind, place)
            return None
        if value.get("format") == "rle":
            return self._brush(value, place)
        if "points" in value:
            return self._outline([numbers(point) for point in list_of(value["points"])], place)
        if "radiusX" in value:
            text = f"An ellipse is read as an outline of {_ELLIPSE_CORNERS} corners."
            self.problems.append(Problem("circle_drawn", place, text, {"num": _ELLIPSE_CORNERS}))
            return self._outline(self._ellipse(value), place)
        if "width" in value and "height" in value:
            return self._rectangle(value, place)
        if "start" in value and "end" in value:
            return self._stretch(value, place)
        return None

    def _rectangle(self, value: dict[str, Any], place: str) -> Geometry | None:
        left, top, width, height = (finite(value[key]) for key in ("x", "y", "width", "height"))
        angle = math.radians(finite(value.get("rotation") or 0))
        columns, rows = self._image()
        if angle == 0:
            box, problem = bounded_box(
                left * columns / 100,
                top * rows / 100,
                (left + width) * columns / 100,
                (top + height) * rows / 100,
                size=self._size,
                place=place,
            )
            self.problems.extend(filter(None, [problem]))
            return box
        corner = (left * columns / 100, top * rows / 100)
        along = (width * columns / 100 * math.cos(angle), width * columns / 100 * math.sin(angle))
        across = (-height * rows / 100 * math.sin(angle), height * rows / 100 * math.cos(angle))
        turned = [
            (corner[0] + u * along[0] + v * across[0], corner[1] + u * along[1] + v * across[1])
            for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))
        ]
        ring, problem = bounded_points(turned, size=self._size, place=place)
        self.problems.extend(filter(None, [problem]))
        return None if ring is None else Quad(points=(ring[0], ring[1], ring[2], ring[3]))

    def _ellipse(self, value: dict[str, Any]) -> list[Point]:
        columns, rows = self._image()
        angle = math.radians(finite(value.get("rotation") or 0))
        middle = finite(value["x"]), finite(value["y"])
        radii = finite(value["radiusX"]) * columns, finite(value["radiusY"]) * rows
        corners = []
        for number in range(_ELLIPSE_CORNERS):
            turn = 2 * math.pi * number / _ELLIPSE_CORNERS
            u, v = radii[0] * math.cos(turn), radii[1] * math.sin(turn)
            x = u * math.cos(angle) - v * math.sin(angle)
            y = u * math.sin(angle) + v * math.cos(angle)
            corners.append((middle[0] + x / columns, middle[1] + y / rows))
        return corners

    def _outline(self, percents: Sequence[Sequence[float]], place: str) -> Geometry | None:
        columns, rows = self._image()
        points = [(x * columns / 100, y * rows / 100) for x, y in percents]
        ring, problem = bounded_points(points, size=self._size, place=place)
        self.problems.extend(filter(None, [problem]))
        return None if ring is None else Polygon(rings=(ring,))

    def _brush(self, value: dict[str, Any], place: str) -> Geometry | None:
        columns, rows = self._image()
        if columns * rows > _MAX_BRUSH_PIXELS:
            raise ValueError(f"a brush over {columns} × {rows} pixels is too large")
        values = unpack_runs(list_of(value["rle"]), columns * rows * _CHANNELS)
        pixels = values.reshape(rows, columns, _CHANNELS)[:, :, -1] > 0
        if not pixels.any():
            self._problem("outline_empty", place, "A brush covers nothing and is left out.")
            return None
        return mask_from_pixels(pixels)

    def _stretch(self, value: dict[str, Any], place: str) -> Geometry | None:
        if self._text is None:
            start, end = (round(1000 * finite(value[key])) for key in ("start", "end"))
            return Segment(start_ms=start, end_ms=end)
        places = object_of(value.get("globalOffsets") or value)
        units = (int(finite(places["start"])), int(finite(places["end"])))
        found = _characters(self._text, units, value.get("text"))
        if found is None:
            shown, length = f"{units[0]}–{units[1]}", len(self._text)
            text = f"The span {shown} is not in the text of {length} characters; it is left out."
            self._problem("span_outside", place, text, span=shown, length=length)
            return None
        return Span(start=found[0], end=found[1])

    def _relations(self) -> Iterator[Relation]:
        for link in self._links:
            ends = (str(link.get("from_id")), str(link.get("to_id")))
            if link.get("direction") == "left":
                ends = (ends[1], ends[0])
            if not set(ends) <= self._drafts.keys():
                subject, target = ends
                text = (
                    f"The relation from '{subject}' to '{target}' names an annotation that is not "
                    "there."
                )
                self._problem("relation_unknown", self._place, text, subject=subject, object=target)
                self.problems[-1] = self.problems[-1].losing()
                continue
            try:
                labels = _names(link.get("labels")) or [""]
            except MALFORMED as error:
                reason = reason_of(error)
                text = f"The labels of a relation cannot be read ({reason}); it has none."
                self._problem("shape_malformed", self._place, text, reason=reason)
                labels = [""]
            for label in labels:
                yield Relation(label=label, subject=ends[0], object=ends[1])

    def _image(self) -> tuple[int, int]:
        if self._size is None:
            raise ValueError("a place in an image is given, and the sample is none")
        return self._size

    def _unsupported(self, kind: str, place: str) -> None:
        text = f"An annotation of kind '{kind}' is not read; it is left out."
        self._problem("shape_unsupported", place, text, kind=kind)

    def _problem(self, code: str, place: str, text: str, **params: str | int) -> None:
        self.problems.append(Problem(code, place, text, dict(params)))


def _key(result: Any, place: str) -> str:
    """Return the id of a result; where it has no usable one, its place."""
    try:
        return str(key_of(object_of(result).get("id", place)))
    except MALFORMED:
        return place


def num_results(results: Sequence[Any]) -> int:
    """Return how many regions, relations and answers an annotation has; results share ids."""
    return len({_key(one, str(number)) for number, one in enumerate(results)})


def _names(value: object) -> list[str]:
    """Return names that stand alone or in a list; paths of a taxonomy are joined by slashes."""
    if value is None:
        return []
    given = value if isinstance(value, list) else [value]
    return [
        "/".join(map(name_text, one)) if isinstance(one, list) else name_text(one) for one in given
    ]


def _texts(value: object) -> list[str]:
    """Return texts that stand alone or in a list."""
    given = value if isinstance(value, list) else [] if value is None else [value]
    if not all(isinstance(one, str | int | float) for one in given):
        raise TypeError("what is written there is no text")
    return [str(one) for one in given]


def _says_where(value: dict[str, Any]) -> bool:
    """Tell a value with a place, whose problem is named already where it has one."""
    return bool(value.keys() & {"sequence", "rle", "points", "radiusX", "width", "start"})


def _characters(text: str, units: tuple[int, int], stated: object) -> tuple[int, int] | None:
    """Return the code points (start, end) of a span in UTF-16 units, ``None`` where it has none.

    What the span is said to hold decides: other programs count code points in the same file.
    """
    encoded = text.encode("utf-16-le", "surrogatepass")
    start, end = units
    choices = []
    if 0 <= start < end <= len(encoded) // 2:
        before = encoded[: 2 * start].decode("utf-16-le", "replace")
        within = encoded[2 * start : 2 * end].decode("utf-16-le", "replace")
        choices.append((len(before), len(before) + len(within)))
    if 0 <= start < end <= len(text):
        choices.append((start, end))
    agreeing = (
        one for one in choices if not isinstance(stated, str) or text[slice(*one)] == stated
    )
    return next(agreeing, None)
