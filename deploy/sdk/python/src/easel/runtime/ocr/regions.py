"""Rectangles around what a map of scores marks: the same on every platform."""

# H height, W width, N points

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
SHRINK = 0.4
"""Share to which regions are shrunk in training, so that neighbouring lines stay apart."""


class Rectangle(NamedTuple):
    """A rectangle at any angle.

    Attributes:
        corners: (4, 2) x and y, clockwise from the corner where its text begins.
        score: mean of the map inside of the region that it is around.
    """

    corners: Points
    score: float


def components(marked: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Number the regions of marked cells that touch by a side or a corner.

    Runs of each row are joined with those of the row above (union of sets), so the numbers follow
    the first cell of each region in reading order.

    Args:
        marked: (H, W).

    Returns:
        (H, W) int32, 0 where nothing is marked.
    """
    height, width = marked.shape
    edges = np.diff(np.pad(marked, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
    parents = list(range(len(starts)))
    rows = np.searchsorted(starts[:, 0], np.arange(height + 1))
    for row in range(1, height):
        above, here = rows[row - 1], rows[row]
        for run in range(rows[row], rows[row + 1]):
            while above < here and ends[above, 1] < starts[run, 1]:
                above += 1
            other = above
            while other < here and starts[other, 1] <= ends[run, 1]:
                _unite(parents, int(other), run)
                other += 1
    labels = np.zeros((height, width), np.int32)
    numbers: dict[int, int] = {}
    for run, (row, start) in enumerate(starts.tolist()):
        number = numbers.setdefault(_root(parents, run), len(numbers) + 1)
        labels[row, start : ends[run, 1]] = number
    return labels


def _root(parents: list[int], run: int) -> int:
    while parents[run] != run:
        parents[run] = parents[parents[run]]
        run = parents[run]
    return run


def _unite(parents: list[int], one: int, other: int) -> None:
    first, second = sorted((_root(parents, one), _root(parents, other)))
    parents[second] = first


def least_rectangle(points: Points) -> Points:
    """Return the corners (4, 2) of the smallest rectangle around points (N, 2).

    One of its sides lies along a side of the convex hull. Corners go clockwise on the screen; the
    first side is the longer one and runs to the right, or down where it is upright.
    """
    hull = _hull(points)
    sides = np.roll(hull, -1, axis=0) - hull
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    along = sides[lengths > 0] / lengths[lengths > 0, None]
    if not len(along):
        along = np.array([[1.0, 0.0]])
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    spans = [(hull @ axes.T) for axes in (along, across)]
    low, high = (np.stack([side(one, axis=0) for one in spans]) for side in (np.min, np.max))
    best = int(np.argmin(np.prod(high - low, axis=0).round(9)))
    u, v = along[best], across[best]
    (u0, v0), (u1, v1) = low[:, best], high[:, best]
    if v1 - v0 > u1 - u0:
        u, v, (u0, u1), (v0, v1) = v, -u, (v0, v1), (-u1, -u0)
    if u[0] < -1e-9 or (abs(u[0]) <= 1e-9 and u[1] < 0):
        u, v, (u0, u1), (v0, v1) = -u, -v, (-u1, -u0), (-v1, -v0)
    return np.stack([a * u + b * v for a, b in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))])


def _hull(points: Points) -> Points:
    """Return the convex hull, without the points on its sides.

    Source: Andrew, Information Processing Letters 9 (1979), the monotone chain.
    """
    ordered = np.unique(points, axis=0)
    if len(ordered) < 3:
        return ordered
    chains: list[list[Points]] = []
    for sequence in (ordered, ordered[::-1]):
        chain: list[Points] = []
        for point in sequence:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return np.array([*chains[0], *chains[1]])


def _turn(a: Points, b: Points, c: Points) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def shrink_distance(width: float, height: float) -> float:
    """Return by how much the sides of a rectangle move inwards when its region is shrunk.

    Source: Liao et al., AAAI 2020, equation 7: D = A (1 - r²) / L.
    """
    return width * height * (1 - SHRINK**2) / (2 * (width + height))


def grow_distance(width: float, height: float) -> float:
    """Return by how much the sides of a shrunk rectangle move outwards again: the exact inverse.

    With s the sum and p the product of the sides and k = (1 - r²) / 2 it is the positive root of
    (4 - 4k) d² + (1 - 2k) s d - k p = 0.
    """
    k = (1 - SHRINK**2) / 2
    a, b, c = 4 - 4 * k, (1 - 2 * k) * (width + height), -k * width * height
    return float((-b + np.sqrt(b * b - 4 * a * c)) / (2 * a))


def grown(corners: Points) -> Points:
    """Return a shrunk rectangle (4, 2) at the size that it was shrunk from."""
    right, down = corners[1] - corners[0], corners[3] - corners[0]
    width, height = float(np.hypot(*right)), float(np.hypot(*down))
    distance = grow_distance(width, height)
    u, v = right / max(width, 1e-9) * distance, down / max(height, 1e-9) * distance
    full: Points = corners + np.stack([-u - v, u - v, u + v, v - u])
    return full


def rectangles(
    scores: NDArray[np.floating], *, threshold: float, least_score: float, least_side: float = 3.0
) -> Iterator[Rectangle]:
    """Yield the rectangles of lines that a map of shrunk regions marks, in reading order.

    Args:
        scores: (H, W) in 0..1.
        threshold: cells above it are marked.
        least_score: regions of a lower mean are left out.
        least_side: shorter sides, after growing, are left out.
    """
    labels = components(scores > threshold)
    cells = np.argwhere(labels > 0)
    numbers = labels[labels > 0]
    order = np.argsort(numbers, kind="stable")
    parts = np.split(cells[order], np.flatnonzero(np.diff(numbers[order])) + 1)
    for part in parts if len(cells) else ():
        score = float(scores[part[:, 0], part[:, 1]].astype(np.float64).mean())
        if score < least_score:
            continue
        edges = part[:, None, ::-1] + np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
        corners = grown(least_rectangle(edges.reshape(-1, 2).astype(np.float64)))
        if float(np.hypot(*(corners[3] - corners[0]))) >= least_side:
            yield Rectangle(corners, score)
