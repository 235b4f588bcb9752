"""Non-maximum suppression: of boxes that show the same object, keep the surest.

Exact definition: ``docs/reference/manifest-ops.md``, op ``boxes``.
"""

# N boxes, M others

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def suppress(boxes_N4: Floats, scores_N: Floats, iou_threshold: float) -> NDArray[np.intp]:
    """Return the places of the boxes that stay, by descending score, ties by their place.

    A box stays unless its intersection over union with one that stays before it is greater than
    the threshold.

    Args:
        boxes_N4: x1 y1 x2 y2, float64.
        scores_N: one score per box.
        iou_threshold: 0..1.
    """
    order = np.argsort(-scores_N, kind="stable")
    kept = []
    while len(order):
        best, order = order[0], order[1:]
        kept.append(best)
        order = order[pairwise_overlaps(boxes_N4[[best]], boxes_N4[order])[0] <= iou_threshold]
    return np.asarray(kept, dtype=np.intp)


def pairwise_overlaps(boxes_N4: Floats, boxes_M4: Floats) -> Floats:
    """Return the intersection over union (N, M) of boxes x1 y1 x2 y2, in double precision.

    Boxes without an area overlap nothing.
    """
    low = np.maximum(boxes_N4[:, np.newaxis, :2], boxes_M4[:, :2])
    high = np.minimum(boxes_N4[:, np.newaxis, 2:], boxes_M4[:, 2:])
    shared = np.maximum(high - low, 0.0).prod(axis=2)
    union = _areas(boxes_N4)[:, np.newaxis] + _areas(boxes_M4) - shared
    ratio: Floats = np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)
    return ratio


def _areas(boxes: Floats) -> Floats:
    areas: Floats = np.maximum(boxes[:, 2:] - boxes[:, :2], 0.0).prod(axis=1)
    return areas
