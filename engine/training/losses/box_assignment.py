"""Which places of a detector must find which object: task-aligned assignment.

The places of an object are those that already score its class and place its box best, among the
places inside it. So each object is learnt by the places that do best at it, of whichever map.

Source: Feng et al., ICCV 2021 (TOOD), section 3.2.
"""

# B batch, A places, G objects of an image (padded), K classes

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from engine.models.vision.detection.objects import Objects
from engine.training.losses.box_geometry import overlaps

_TOP = 10
_ALPHA, _BETA = 0.5, 6.0
_TINY = 1e-9


class Assignment(NamedTuple):
    """What each place must say.

    Attributes:
        object_BA: place of its object among the image's, 0 where there is none.
        chosen_BA: whether it has one.
        scores_BAK: the score to be said of each class, 0..1.
    """

    object_BA: Tensor
    chosen_BA: Tensor
    scores_BAK: Tensor


@torch.no_grad()
def assign(
    scores_BAK: Tensor, boxes_BA4: Tensor, centers_A2: Tensor, strides_A: Tensor, objects: Objects
) -> Assignment:
    """Choose the places of each object and the scores they must reach.

    Args:
        scores_BAK: what the network says, 0..1.
        boxes_BA4: its boxes, x1 y1 x2 y2 in pixels.
        centers_A2: x y of the places in pixels.
        strides_A: pixels between places of a map.
        objects: the truth.
    """
    num_classes = scores_BAK.shape[2]
    boxes_BG4, labels_BG, real_BG, _ = objects
    may_BGA = _inside(centers_A2, strides_A, boxes_BG4) & real_BG[:, :, None]
    iou_BGA = overlaps(boxes_BG4[:, :, None], boxes_BA4[:, None]).clamp(min=0) * may_BGA
    wanted_BGA = torch.gather(
        scores_BAK.transpose(1, 2), 1, labels_BG[:, :, None].expand(-1, -1, scores_BAK.shape[1])
    )
    # Eq. 4: how well score and box of a place agree with the object.
    aligned_BGA = wanted_BGA**_ALPHA * iou_BGA**_BETA * may_BGA
    best = aligned_BGA.topk(min(_TOP, aligned_BGA.shape[2]), dim=2)
    chosen_BGA = torch.zeros_like(may_BGA).scatter_(2, best.indices, best.values > _TINY) & may_BGA

    # A place that several objects want goes to the one it overlaps most.
    owner_BA = (iou_BGA * chosen_BGA).argmax(dim=1)
    chosen_BA = chosen_BGA.any(dim=1)
    owns_BGA = chosen_BGA & torch.zeros_like(chosen_BGA).scatter_(1, owner_BA[:, None], True)

    # Section 3.2.2: the best place of an object must score as high as its box is good.
    aligned_BGA = aligned_BGA * owns_BGA
    top_BG1 = aligned_BGA.amax(dim=2, keepdim=True)
    best_iou_BG1 = (iou_BGA * owns_BGA).amax(dim=2, keepdim=True)
    quality_BA = (aligned_BGA / (top_BG1 + _TINY) * best_iou_BG1).amax(dim=1)
    label_BA = torch.gather(labels_BG, 1, owner_BA)
    one_hot_BAK = torch.nn.functional.one_hot(label_BA, num_classes)
    target_BAK = one_hot_BAK * (quality_BA * chosen_BA)[..., None]
    return Assignment(owner_BA, chosen_BA, target_BAK)


def _inside(centers_A2: Tensor, strides_A: Tensor, boxes_BG4: Tensor) -> Tensor:
    """Say which centres lie in which boxes (B, G, A).

    A box smaller than a stride counts as one stride wide and high, or no place might be in it.
    """
    middle_BG12 = ((boxes_BG4[..., :2] + boxes_BG4[..., 2:]) / 2)[:, :, None]
    half_BG12 = ((boxes_BG4[..., 2:] - boxes_BG4[..., :2]) / 2)[:, :, None]
    reach_BGA2 = torch.maximum(half_BG12, strides_A[:, None] / 2)
    inside: Tensor = ((centers_A2 - middle_BG12).abs() < reach_BGA2).all(dim=3)
    return inside
