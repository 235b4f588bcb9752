"""Boxes that are turned around their middle, and the corners that they have then."""

from __future__ import annotations

import math

from engine.specs.samples.geometry import Point

Corners = tuple[Point, Point, Point, Point]
# Corners that tools round to hundredths of a pixel are this far from a right angle.
_ROUNDING = 0.05


def turned_corners(middle: Point, width: float, height: float, angle: float) -> Corners:
    """Return the corners of a box that is turned clockwise around its middle, by radians."""
    across = (math.cos(angle) * width / 2, math.sin(angle) * width / 2)
    down = (-math.sin(angle) * height / 2, math.cos(angle) * height / 2)
    x, y = middle
    return (
        (x - across[0] - down[0], y - across[1] - down[1]),
        (x + across[0] - down[0], y + across[1] - down[1]),
        (x + across[0] + down[0], y + across[1] + down[1]),
        (x - across[0] + down[0], y - across[1] + down[1]),
    )


def turned_box(corners: Corners) -> tuple[Point, float, float, float] | None:
    """Return middle, width, height and angle of four corners, ``None`` when they are no box."""
    first, second, third, _ = corners
    width, height = math.dist(first, second), math.dist(second, third)
    angle = math.atan2(second[1] - first[1], second[0] - first[0])
    middle = ((first[0] + third[0]) / 2, (first[1] + third[1]) / 2)
    again = turned_corners(middle, width, height, angle)
    if any(math.dist(one, other) > _ROUNDING for one, other in zip(corners, again, strict=True)):
        return None
    return middle, width, height, angle


def circle_corners(
    middle: Point, radii: tuple[float, float], angle: float, num: int
) -> list[Point]:
    """Return corners along an ellipse that is turned clockwise by radians."""
    found = []
    for number in range(num):
        along = 2 * math.pi * number / num
        x, y = radii[0] * math.cos(along), radii[1] * math.sin(along)
        found.append(
            (
                middle[0] + x * math.cos(angle) - y * math.sin(angle),
                middle[1] + x * math.sin(angle) + y * math.cos(angle),
            )
        )
    return found
