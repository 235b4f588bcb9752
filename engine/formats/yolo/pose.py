"""Key points in YOLO: ``class x y width height`` and then the places of the points, a line each.

``kpt_shape`` in ``data.yaml`` says how many there are and of how many numbers: x and y as parts of
the image's sides, and with three numbers a visibility of 0 for "not labelled", 1 for "covered" or
2 for "visible". ``kpt_names`` may name them for each class.

Source: https://docs.ultralytics.com/datasets/pose
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.formats.layout import FileTree, Problem
from engine.formats.markup.safe_yaml import read_yaml
from engine.formats.reading.values import MALFORMED, finite, list_of, name_text, reason_of
from engine.specs.samples.geometry import KeyPoint

NUM_BOX = 4
_MAX_POINTS, _MAX_NAME = 1000, 64
_ABSENT, _COVERED = 0, 1
_ALL = -1


@dataclass(frozen=True)
class Pose:
    """The key points that every line of a dataset has; ``num`` is 0 where nobody can tell."""

    num: int
    num_values: int
    names: Mapping[int, Sequence[str]] = field(default_factory=dict)

    @property
    def num_numbers(self) -> int:
        """How many numbers follow the class in a line that has all points."""
        return NUM_BOX + self.num * self.num_values

    def points(
        self, numbers: Sequence[float], category: int, size: tuple[int, int]
    ) -> tuple[KeyPoint, ...]:
        """Return the points that were labelled, by the numbers after those of the box."""
        names = self.names.get(category, self.names.get(_ALL, ()))
        found = []
        for index in range(self.num):
            x, y, *seen = numbers[index * self.num_values : (index + 1) * self.num_values]
            # Without a visibility, points that were not labelled stand in the corner or before it.
            is_absent = round(seen[0]) == _ABSENT if seen else min(x, y) < 0 or x == y == 0
            if is_absent:
                continue
            name = names[index] if index < len(names) else str(index + 1)
            is_visible = not seen or round(seen[0]) != _COVERED
            found.append(KeyPoint(name=name, x=x * size[0], y=y * size[1], is_visible=is_visible))
        return tuple(found)


def read_pose(tree: FileTree, name: str) -> tuple[Pose | None, list[Problem]]:
    """Return what a ``data.yaml`` says of key points, ``None`` where it has none."""
    try:
        content, _ = read_yaml(tree, name)
    except (OSError, ValueError):
        # Said where the names of the classes are read.
        return None, []
    if not isinstance(content, dict) or content.get("kpt_shape") is None:
        return None, []
    try:
        num, num_values = (int(finite(value)) for value in list_of(content["kpt_shape"]))
        if not (0 < num <= _MAX_POINTS and num_values in (2, 3)):
            raise ValueError(f"{num} points of {num_values} numbers")
        return Pose(num, num_values, _names(content.get("kpt_names"), num)), []
    except MALFORMED as error:
        reason = reason_of(error)
        text = (
            f"'kpt_shape' does not say how many key points a line has ({reason}); lines with more "
            "than a box are left out. Write it as [17, 3]."
        )
        return Pose(0, 2), [Problem("keypoints_malformed", name, text, {"reason": reason})]


def _names(given: Any, num: int) -> dict[int, list[str]]:
    """Return the names of the points by class, those of a list for all classes; each once."""
    of_classes = given if isinstance(given, dict) else {_ALL: given}
    found = {}
    for category, names in of_classes.items():
        listed = [name_text(name)[:_MAX_NAME] for name in list_of(names)]
        if len(listed) == num == len(set(listed)) and all(listed):
            found[int(finite(category))] = listed
    return found
