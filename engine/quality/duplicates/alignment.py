"""Lay one thumbnail over another of which it may be a crop, and tell how well they agree."""

# K pairs, S pixels on a side

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Of a side: how far a border is moved at a time, and how far it may lie from that of the image.
_MOST_MOVED, _MOST_CROPPED = 0.04, 0.12
_STEPS = 6
_DAMPING = 3e-3


@dataclass(frozen=True)
class Agreement:
    """How alike two images are where one lies over the other.

    Attributes:
        likeness: (K,) correlation of their grey levels, in -1..1.
        detail: (K,) that of their Laplacians: two photographs of one place agree in their grey
            levels, but only copies do in their edges.
    """

    similarity: Floats
    detail: Floats


def cropped(thumbnails: Floats, boxes: Floats) -> Floats:
    """Return parts of thumbnails (K, S, S), scaled to their size.

    Args:
        thumbnails: (K, S, S).
        boxes: (K, 4) shares that are cut off left, top, right and bottom; what lies beyond the
            border repeats the pixels there.
    """
    num, side, _ = thumbnails.shape
    column, across = _places(boxes[:, 0], boxes[:, 2], side)
    row, down = _places(boxes[:, 1], boxes[:, 3], side)
    each = np.arange(num)[:, None, None]
    across, down = across[:, None, :], down[:, :, None]
    upper, left = row[:, :, None], column[:, None, :]
    above = thumbnails[each, upper, left] * (1 - across)
    above += thumbnails[each, upper, left + 1] * across
    below = thumbnails[each, upper + 1, left] * (1 - across)
    below += thumbnails[each, upper + 1, left + 1] * across
    found: Floats = above * (1 - down) + below * down
    return found


def cutting(low: float, high: float, side: int) -> NDArray[np.float64]:
    """Return the matrix (S, S) that cuts shares off both ends of a side, as ``cropped`` does."""
    first, share = _places(np.array([low]), np.array([high]), side)
    found = np.zeros((side, side))
    each = np.arange(side)
    found[each, first[0]] = 1 - share[0]
    found[each, first[0] + 1] = share[0]
    return found


def agreement(wholes: Floats, parts: Floats, boxes: Floats) -> Agreement:
    """Compare thumbnails (K, S, S) with others, of which those may be crops.

    Args:
        wholes: (K, S, S).
        parts: (K, S, S), possibly crops of the wholes.
        boxes: (K, 4) about where they are cut out, as for ``cropped``; refined by Gauss-Newton
            steps on the correlation.

    Source: Evangelidis & Psarakis, IEEE TPAMI 30, 2008 (ECC), for four borders.
    """
    side = wholes.shape[1]
    smooth, wanted = _smoothed(wholes), _unit(_smoothed(parts))
    middles = ((np.arange(side) + 0.5) / side).astype(np.float32)
    boxes = boxes.astype(np.float32)
    seen = _unit(cropped(smooth, boxes))
    similarity = _dot(seen, wanted)
    best, best_similarity = seen, similarity
    for _ in range(_STEPS):
        slopes = _slopes(seen, middles)
        # Towards what correlates best; brightness and contrast do not count.
        rest = wanted / np.maximum(similarity, 0.2)[:, None, None] - seen
        curvature = np.einsum("kpa,kpb->kab", slopes, slopes) + _DAMPING * np.eye(4)
        ascent = np.einsum("kpa,kp->ka", slopes, rest.reshape(len(rest), -1))
        moved = np.linalg.solve(curvature, ascent[..., None])[..., 0]
        boxes = boxes + np.clip(moved, -_MOST_MOVED, _MOST_MOVED).astype(np.float32)
        boxes = np.clip(boxes, -_MOST_CROPPED, _MOST_CROPPED)
        seen = _unit(cropped(smooth, boxes))
        similarity = _dot(seen, wanted)
        is_better = similarity > best_similarity
        best_similarity = np.where(is_better, similarity, best_similarity)
        best = np.where(is_better[:, None, None], seen, best)
    detail = _dot(_unit(_laplacian(best)), _unit(_laplacian(wanted)))
    return Agreement(best_similarity, detail)


def _places(
    low: NDArray[np.floating[Any]], high: NDArray[np.floating[Any]], side: int
) -> tuple[NDArray[np.int64], Floats]:
    """Return between which pixels (K, S) to look along a side, and how far from the first."""
    middles = (np.arange(side) + 0.5) / side
    found = (low[:, None] + middles * (1 - low - high)[:, None]) * side - 0.5
    found = np.clip(found, 0, side - 1)
    first = np.minimum(found.astype(np.int64), side - 2)
    return first, (found - first).astype(np.float32)


def _slopes(seen: Floats, middles: Floats) -> Floats:
    """Return how each pixel changes (K, S * S, 4) when a border moves inwards."""
    num, side, _ = seen.shape
    down, across = (slope.astype(np.float32) for slope in np.gradient(seen, axis=(1, 2)))
    before = 1 - middles
    found: Floats = side * np.stack(
        [
            across * before,
            down * before[:, None],
            across * -middles,
            down * -middles[:, None],
        ],
        axis=-1,
    ).reshape(num, side * side, 4)
    # What is compared has mean 0 and length 1: moves that only change these count nothing.
    found -= found.mean(axis=1, keepdims=True)
    flat = seen.reshape(num, -1, 1)
    changes: Floats = found - flat * (flat * found).sum(axis=1, keepdims=True)
    return changes


def _smoothed(thumbnails: Floats) -> Floats:
    wide = np.pad(thumbnails, ((0, 0), (1, 1), (1, 1)), mode="edge")
    tall = wide[:, :-2] + 2 * wide[:, 1:-1] + wide[:, 2:]
    found: Floats = tall[:, :, :-2] + 2 * tall[:, :, 1:-1] + tall[:, :, 2:]
    return found


def _laplacian(levels: Floats) -> Floats:
    middle = levels[:, 1:-1, 1:-1]
    around = levels[:, :-2, 1:-1] + levels[:, 2:, 1:-1]
    found: Floats = 4 * middle - around - levels[:, 1:-1, :-2] - levels[:, 1:-1, 2:]
    return found


def _unit(levels: Floats) -> Floats:
    """Return images of mean 0 and length 1."""
    centred = levels - levels.mean(axis=(1, 2), keepdims=True)
    length = np.sqrt((centred**2).sum(axis=(1, 2), keepdims=True))
    found: Floats = centred / (length + np.float32(1e-9))
    return found


def _dot(one: Floats, other: Floats) -> Floats:
    found: Floats = (one * other).sum(axis=(1, 2))
    return found
