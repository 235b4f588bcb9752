"""Which lines of a form belong to which field, in the template's own coordinates."""

# N lines, F fields

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
_LEAST_SHARED = 0.3
"""Least share of a line's height, or of the field's, that both have in common."""


class Zone(NamedTuple):
    """An upright rectangle of the template."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """Return the height in pixels."""
        return self.bottom - self.top

    @property
    def width(self) -> float:
        """Return the width in pixels."""
        return self.right - self.left

    @property
    def corners(self) -> Points:
        """Return the corners (4, 2), clockwise from the upper left."""
        return np.array(
            [
                [self.left, self.top],
                [self.right, self.top],
                [self.right, self.bottom],
                [self.left, self.bottom],
            ],
            np.float64,
        )


def zone_of(corners: Points) -> Zone:
    """Return the rectangle around a region (N, 2)."""
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return Zone(float(left), float(top), float(right), float(bottom))


def snap(
    lines: Sequence[Zone], fields: Sequence[Zone], anchors: Sequence[Zone], reach: float
) -> list[list[Zone]]:
    """Return the parts of lines that each field holds, in reading order.

    A line belongs to the fields that it touches once each is grown by ``reach`` times its height;
    of fields above each other only to the nearest. It is cut where another field or an anchor of
    the same row begins or ends, but not at the field's own border: a long value is read whole.

    Args:
        lines: N lines that were found, anchors among them.
        fields: F places.
        anchors: the places of the anchors.
        reach: how far values stray from their field, in heights of it; 0 for fixed forms.
    """
    parts: list[list[Zone]] = [[] for _ in fields]
    for line in lines:
        claims = []
        for place, field in enumerate(fields):
            others = [*anchors, *(one for number, one in enumerate(fields) if number != place)]
            part = _clipped(line, field, others)
            if _touches(part, field, reach):
                claims.append((abs(_middle(line) - _middle(field)), place, part))
        nearest = min((far for far, _, _ in claims), default=0.0)
        for far, place, part in claims:
            if far <= nearest + 0.25 * line.height:
                parts[place].append(part)
    return [_in_rows(found) for found in parts]


def _clipped(line: Zone, field: Zone, others: Sequence[Zone]) -> Zone:
    """Cut a line where neighbours of a field in the same row end or begin."""
    left, right = line.left, line.right
    centre = (field.left + field.right) / 2
    for other in others:
        if _shared(line, other) < _LEAST_SHARED * min(line.height, other.height):
            continue
        if other.right <= centre:
            left = max(left, min(other.right, field.left))
        elif other.left >= centre:
            right = min(right, max(other.left, field.right))
    return Zone(left, line.top, right, line.bottom)


def _touches(part: Zone, field: Zone, reach: float) -> bool:
    """Tell whether a line, already cut, is of a field."""
    if part.width < 0.3 * part.height:
        return False
    strays = reach * field.height
    grown = Zone(
        field.left - strays, field.top - strays, field.right + strays, field.bottom + strays
    )
    beside = min(part.right, grown.right) - max(part.left, grown.left)
    is_overlapping = beside >= 0.3 * min(part.width, field.width)
    return is_overlapping and _shared(part, grown) >= 0.5 * min(part.height, field.height)


def _shared(one: Zone, other: Zone) -> float:
    return min(one.bottom, other.bottom) - max(one.top, other.top)


def _middle(zone: Zone) -> float:
    return (zone.top + zone.bottom) / 2


def _in_rows(parts: Sequence[Zone]) -> list[Zone]:
    """Order parts from top to bottom, and from left to right within a row."""
    left = sorted(parts, key=_middle)
    ordered: list[Zone] = []
    while left:
        first = left[0]
        row = [one for one in left if _middle(one) <= _middle(first) + first.height / 2]
        ordered += sorted(row, key=lambda one: one.left)
        left = left[len(row) :]
    return ordered
