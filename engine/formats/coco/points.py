"""Key points of COCO: places in the order of the names that a category lists.

A place is x, y and a visibility: 0 for "not labelled", 1 for "labelled but covered", 2 for visible.

Source: https://cocodataset.org/#format-data
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.formats.layout import Param, Piece, Problem
from engine.formats.reading.values import MALFORMED, finite, list_of, reason_of
from engine.specs.data import Region
from engine.specs.samples.geometry import KeyPoint

_ABSENT, _COVERED, _VISIBLE = 0, 1, 2
_MAX_NAME, _MAX_SHOWN = 64, 100


def point_names(category: dict[str, Any], place: str) -> tuple[list[str], list[Problem]]:
    """Return the names of a category's key points, and problems for edges between them."""
    given, edges = category.get("keypoints") or [], category.get("skeleton") or []
    label = str(category.get("name"))[:_MAX_SHOWN]
    try:
        names = [_point_name(name, number) for number, name in enumerate(list_of(given), start=1)]
    except TypeError as error:
        return [], [_malformed(f"The key points of '{label}'", place, error)]
    if not edges:
        return names, []
    num = len(edges) if isinstance(edges, list) else 1
    text = (
        f"The skeleton of '{label}' ({num} edges between key points) is not kept; the points are."
    )
    return names, [Problem("skeleton_left_out", place, text, {"label": label, "num": num})]


def _point_name(given: object, number: int) -> str:
    return str(given)[:_MAX_NAME] if isinstance(given, str | int) and given != "" else str(number)


def read_points(
    given: Any, names: Sequence[str], place: str
) -> tuple[tuple[KeyPoint, ...], Problem | None]:
    """Return the labelled key points of an annotation; those without a name are numbered.

    Args:
        given: its ``keypoints``: x, y and visibility of one after the other; ``None`` for none.
        names: those of its category.
        place: where it stands.
    """
    try:
        values = [finite(value) for value in list_of(given)]
        if len(values) % 3:
            raise ValueError(f"{len(values)} numbers are not threes")
    except MALFORMED as error:
        return (), _malformed("The key points of an annotation", place, error)
    points = []
    for index, start in enumerate(range(0, len(values), 3)):
        x, y, visibility = values[start : start + 3]
        if visibility == _ABSENT:
            continue
        name = names[index] if index < len(names) else str(index + 1)
        points.append(KeyPoint(name=name, x=x, y=y, is_visible=visibility != _COVERED))
    return tuple(points), None


def _malformed(what: str, place: str, error: Exception) -> Problem:
    reason = reason_of(error)
    text = f"{what} cannot be read ({reason}) and are left out."
    return Problem("keypoints_malformed", place, text, {"reason": reason})


class SeenPoints:
    """Gathers the key points that objects show; a region keeps those that it shows alone."""

    def __init__(self) -> None:
        self._seen: dict[object, set[str]] = {}

    def add(self, category: object, points: Sequence[KeyPoint]) -> None:
        """Take the points of an object."""
        self._seen.setdefault(category, set()).update(point.name for point in points)

    def unseen(
        self, category: object, label: str, names: Sequence[str], file: str
    ) -> list[Problem]:
        """Return the problem of names of a category that no object shows."""
        seen = self._seen.get(category, set())
        missing = [name for name in names if name not in seen]
        if not missing:
            return []
        shown = ", ".join(missing)[:_MAX_SHOWN]
        text = (
            f"No object shows these key points of '{label}': {shown}. They are not kept; an export "
            "lists those that objects show."
        )
        params: dict[str, Param] = {"label": label, "points": shown, "num": len(missing)}
        return [Problem("keypoints_unseen", f"{file}:categories", text, params)]


class PointNames:
    """Gathers the names of each category's key points while annotations are written.

    COCO wants as many places in each annotation as its category has names, and the names are known
    only at the end: annotations wait with their points by name.
    """

    def __init__(self) -> None:
        self._names: dict[int, list[str]] = {}

    def add(self, entry: dict[str, Any], region: Region) -> None:
        """Give an annotation the key points of its region."""
        if not region.points:
            return
        names = self._names.setdefault(entry["category_id"], [])
        # Each object has its points in the order of their list, perhaps without some of them: a
        # name that is new stands before the next one that is known.
        given = [point.name for point in region.points]
        for place, name in enumerate(given):
            if name not in names:
                known = (names.index(one) for one in given[place:] if one in names)
                names.insert(next(known, len(names)), name)
        entry["keypoints"] = {
            point.name: [point.x, point.y, _VISIBLE if point.is_visible else _COVERED]
            for point in region.points
        }

    def described(self, category: int) -> dict[str, Any]:
        """Return what a category says of its key points; nothing where it has none."""
        names = self._names.get(category)
        return {} if names is None else {"keypoints": names, "skeleton": []}

    def completed(self, lines: Iterator[Piece]) -> Iterator[Piece]:
        """Yield annotations, one a line, with the places of all their category's points."""
        if not self._names:
            yield from lines
            return
        rest = b""
        path = ""
        for path, content in lines:
            *whole, rest = (rest + content).split(b"\n")
            if whole:
                yield Piece(path, b"".join(self._complete(line) + b"\n" for line in whole))
        if rest:
            yield Piece(path, self._complete(rest))

    def _complete(self, line: bytes) -> bytes:
        comma = b"," if line.startswith(b",") else b""
        entry = json.loads(line.removeprefix(b","))
        names = self._names.get(entry["category_id"])
        if names is None:
            return line
        given = entry.get("keypoints", {})
        absent = [0, 0, _ABSENT]
        entry["keypoints"] = [value for name in names for value in given.get(name, absent)]
        entry["num_keypoints"] = len(given)
        return comma + json.dumps(entry, ensure_ascii=False).encode()
