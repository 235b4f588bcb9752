"""What somebody points at: clicks on a thing and beside it, and a box around it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from easel.errors import InputError

MAX_POINTS = 64

Point = tuple[float, float]


@dataclass(frozen=True)
class Prompt:
    """Places in pixels of the upright image, where pixel ``i`` reaches from ``i`` to ``i + 1``.

    Attributes:
        points: x and y of each click.
        positive: whether a click is on the thing, rather than on what is not part of it.
        box: x1 y1 x2 y2 around the thing.
    """

    points: tuple[Point, ...] = ()
    positive: tuple[bool, ...] = ()
    box: tuple[float, float, float, float] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is pointed at: the image is only to be looked at."""
        return not self.points and self.box is None

    @classmethod
    def read(cls, value: object) -> Prompt:
        """Read the JSON form.

        ``{"points": [{"x": 3, "y": 4, "positive": true}], "box": {"left": …, "top": …,
        "width": …, "height": …}}``, each of them optional.

        Raises:
            InputError: ``prompt_invalid``.
        """
        if not isinstance(value, Mapping) or set(value) - {"points", "box"}:
            raise _invalid("it must be an object with 'points', 'box' or both")
        points = value.get("points", [])
        if not isinstance(points, list) or len(points) > MAX_POINTS:
            raise _invalid(f"points must be a list of at most {MAX_POINTS}")
        box = value.get("box")
        return cls(
            tuple(_point(one) for one in points),
            tuple(_positive(one) for one in points),
            None if box is None else _box(box),
        )


def _point(value: object) -> Point:
    if not isinstance(value, Mapping) or set(value) - {"x", "y", "positive"}:
        raise _invalid("a point must be an object with 'x', 'y' and perhaps 'positive'")
    return _number(value, "x"), _number(value, "y")


def _positive(value: Mapping[str, Any]) -> bool:
    positive = value.get("positive", True)
    if not isinstance(positive, bool):
        raise _invalid("positive must be true or false")
    return positive


def _box(value: object) -> tuple[float, float, float, float]:
    if not isinstance(value, Mapping) or set(value) != {"left", "top", "width", "height"}:
        raise _invalid("the box must be an object with 'left', 'top', 'width' and 'height'")
    left, top = _number(value, "left"), _number(value, "top")
    width, height = _number(value, "width"), _number(value, "height")
    if width <= 0 or height <= 0:
        raise _invalid("width and height of the box must be positive")
    return left, top, left + width, top + height


def _number(value: Mapping[str, Any], field: str) -> float:
    number = value.get(field)
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise _invalid(f"{field} must be a number")
    if not math.isfinite(number):
        raise _invalid(f"{field} must be finite")
    return float(number)


def _invalid(reason: str) -> InputError:
    return InputError(
        f"The prompt cannot be used: {reason}. Send points and a box in pixels of the image.",
        code="prompt_invalid",
        reason=reason,
    )
