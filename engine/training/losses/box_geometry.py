"""How alike boxes are, for assignment and loss."""

# N, M boxes

from __future__ import annotations

import torch
from torch import Tensor

# Boxes without an area, as a new network draws them, would divide by zero.
_TINY = 1e-7


def overlaps(boxes: Tensor, others: Tensor) -> Tensor:
    """Return intersection over union of boxes that are broadcast against each other.

    Args:
        boxes: (…, 4) float32, x1 y1 x2 y2.
        others: (…, 4), broadcastable to ``boxes``.

    Returns:
        (…) in 0..1.
    """
    return _parts(boxes, others)[0]


def generalized_overlaps(boxes: Tensor, others: Tensor) -> Tensor:
    """Compare boxes so that disjoint ones get a gradient too.

    Args:
        boxes: (…, 4) float32, x1 y1 x2 y2.
        others: (…, 4), broadcastable to ``boxes``.

    Returns:
        (…) in -1..1; 1 for equal boxes.

    Source: Rezatofighi et al., CVPR 2019, eq. 3.
    """
    iou, union = _parts(boxes, others)
    hull = torch.maximum(boxes[..., 2:], others[..., 2:]) - torch.minimum(
        boxes[..., :2], others[..., :2]
    )
    hull_area = hull[..., 0] * hull[..., 1] + _TINY
    return iou - (hull_area - union) / hull_area


def _parts(boxes: Tensor, others: Tensor) -> tuple[Tensor, Tensor]:
    """Return intersection over union, and the union."""
    corner = torch.minimum(boxes[..., 2:], others[..., 2:])
    sides = (corner - torch.maximum(boxes[..., :2], others[..., :2])).clamp(min=0)
    shared = sides[..., 0] * sides[..., 1]
    union = _area(boxes) + _area(others) - shared + _TINY
    return shared / union, union


def _area(boxes: Tensor) -> Tensor:
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])
