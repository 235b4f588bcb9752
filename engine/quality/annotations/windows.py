"""Windows of an image: those that may hold an object, and those that do not."""

# N windows, M others, S sizes

from __future__ import annotations

import numpy as np
from easel.runtime.predictions.suppression import pairwise_overlaps
from numpy.typing import NDArray

Windows = NDArray[np.float64]
Floats = NDArray[np.float64]

_STEP = 0.25
_MAX_WINDOWS = 8000
_LEAST_SIDE = 6.0


def most_overlap(one: Windows, other: Windows) -> Floats:
    """Return how much each window (N,) overlaps the other that it overlaps most."""
    return pairwise_overlaps(one, other).max(axis=1) if len(other) else np.zeros(len(one))


def most_covered(one: Windows, other: Windows) -> Floats:
    """Return how much of the smaller one a window (N,) and any other share, at most."""
    if not len(other):
        return np.zeros(len(one))
    low = np.maximum(one[:, None, :2], other[None, :, :2])
    high = np.minimum(one[:, None, 2:], other[None, :, 2:])
    least = np.minimum(_areas(one)[:, None], _areas(other)[None, :])
    found: Floats = (np.prod(np.maximum(high - low, 0), axis=2) / np.maximum(least, 1e-9)).max(
        axis=1
    )
    return found


def jittered(windows: Windows, chance: np.random.Generator) -> Windows:
    """Return each window a little beside, smaller or larger, as a search may meet its object."""
    sides = windows[:, 2:] - windows[:, :2]
    middle = (windows[:, 2:] + windows[:, :2]) / 2
    middle = middle + chance.uniform(-0.15, 0.15, middle.shape) * sides
    sides = sides * np.exp(chance.uniform(-0.2, 0.2, sides.shape))
    return np.concatenate([middle - sides / 2, middle + sides / 2], axis=1)


def usual_sizes(sides: Floats, labels: NDArray[np.int64]) -> Floats:
    """Return the usual widths and heights (S, 2) of each label: its lower and its upper third."""
    found = [
        np.quantile(sides[labels == label], share, axis=0)
        for label in np.unique(labels)
        for share in (0.3, 0.7)
    ]
    sizes: Floats = np.unique(np.round(np.maximum(np.stack(found), _LEAST_SIDE)), axis=0)
    return sizes


def all_windows(wide: int, high: int, sizes: Floats) -> Windows:
    """Return windows of all sizes over a whole image, each some way beside the next."""
    area = sum((wide / width) * (high / height) for width, height in sizes)
    # Halving the step makes four times as many windows.
    step = max(_STEP, float(np.sqrt(area / _MAX_WINDOWS)))
    found = []
    for width, height in sizes:
        left = np.arange(-0.2 * width, wide - 0.8 * width, step * width)
        top = np.arange(-0.2 * height, high - 0.8 * height, step * height)
        across, along = (one.ravel() for one in np.meshgrid(left, top))
        found.append(np.stack([across, along, across + width, along + height], axis=1))
    return np.concatenate(found)


def some_windows(
    wide: int, high: int, sides: Floats, num: int, chance: np.random.Generator
) -> Windows:
    """Return windows anywhere, as large as some of those of ``sides`` (N, 2)."""
    size = sides[chance.integers(0, len(sides), num)]
    room = np.maximum(np.array([wide, high]) - size, 0)
    corner = chance.uniform(0, 1, (num, 2)) * room
    found: Windows = np.concatenate([corner, corner + size], axis=1)
    return found


def shifted(windows: Windows, chance: np.random.Generator) -> Windows:
    """Return each window a third to two thirds of its size away, in any direction."""
    angle = chance.uniform(0, 2 * np.pi, len(windows))
    way = chance.uniform(0.35, 0.7, len(windows))
    sides = windows[:, 2:] - windows[:, :2]
    by = np.stack([np.cos(angle), np.sin(angle)], axis=1) * way[:, None] * sides
    found: Windows = windows + np.concatenate([by, by], axis=1)
    return found


def strongest(windows: Windows, scores: Floats, num: int, most: float) -> NDArray[np.int64]:
    """Return the strongest windows of which no two overlap more than ``most``, at most ``num``."""
    order = np.argsort(-scores, kind="stable")
    kept: list[int] = []
    while len(order) and len(kept) < num:
        best, order = order[0], order[1:]
        kept.append(int(best))
        order = order[pairwise_overlaps(windows[order], windows[best : best + 1])[:, 0] <= most]
    return np.array(kept, dtype=np.int64)


def _areas(windows: Windows) -> Floats:
    areas: Floats = np.prod(np.maximum(windows[:, 2:] - windows[:, :2], 0), axis=1)
    return areas
