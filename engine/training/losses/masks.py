"""Losses of masks, of single objects and of whole images."""

# B batch, A places, G objects of an image (padded), P prototypes, M chosen places, h w of masks

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from engine.models.vision.detection.objects import Objects
from engine.training.losses.box_assignment import Assignment

# Places whose masks are compared in one step; more cost time and say the same.
MAX_PLACES = 128


def instance_mask_loss(
    coefficients_BAP: Tensor,
    prototypes_BPhw: Tensor,
    assignment: Assignment,
    objects: Objects,
    masks_Nhw: Tensor,
    stride: int,
) -> Tensor:
    """Return the loss of the masks at the places that were given an object (scalar).

    Cross entropy inside the true box, each object counting the same, plus the Dice loss.

    Args:
        coefficients_BAP: how places mix the prototypes.
        prototypes_BPhw: maps of the whole image.
        assignment: which place was given which object.
        objects: the truth.
        masks_Nhw: true masks of all objects end to end, 0..1.
        stride: pixels per cell of the masks.

    Source: Bolya et al., ICCV 2019, section 3.2; Milletari et al., 3DV 2016, eq. 3 (Dice).
    """
    image_M, place_M = assignment.chosen_BA.nonzero(as_tuple=True)
    if len(image_M) > MAX_PLACES:
        # Evenly over images and objects; a random choice would need a generator of its own.
        step = torch.linspace(0, len(image_M) - 1, MAX_PLACES, device=image_M.device).long()
        image_M, place_M = image_M[step], place_M[step]
    if len(image_M) == 0:
        # Zero, but joined to the graph: the backward pass needs one.
        return prototypes_BPhw.sum() * 0
    object_M = assignment.object_BA[image_M, place_M]
    truth_Mhw = masks_Nhw[objects.rows_BG[image_M, object_M]]
    mixed_Mhw = torch.einsum(
        "mp,mphw->mhw", coefficients_BAP[image_M, place_M], prototypes_BPhw[image_M]
    )
    inside_Mhw = _inside(objects.boxes_BG4[image_M, object_M] / stride, truth_Mhw.shape[1:])
    cross = functional.binary_cross_entropy_with_logits(mixed_Mhw, truth_Mhw, reduction="none")
    area_M = inside_Mhw.sum(dim=(1, 2)).clamp(min=1)
    cross_M = (cross * inside_Mhw).sum(dim=(1, 2)) / area_M
    predicted_Mhw = mixed_Mhw.sigmoid() * inside_Mhw
    return (cross_M + dice(predicted_Mhw, truth_Mhw * inside_Mhw)).mean()


def semantic_loss(logits_BKhw: Tensor, classes_Bhw: Tensor, weights_K: Tensor | None) -> Tensor:
    """Return cross entropy plus the Dice loss of the classes that are present (scalar).

    Args:
        logits_BKhw: scores of classes, before the softmax.
        classes_Bhw: the true class of each cell; negative ones do not count.
        weights_K: how much each class counts in the cross entropy, ``None`` for all alike.
    """
    num_classes = logits_BKhw.shape[1]
    cross = functional.cross_entropy(logits_BKhw, classes_Bhw, weights_K, ignore_index=-1)
    counts_Bhw = classes_Bhw >= 0
    truth = functional.one_hot(classes_Bhw.clamp(min=0), num_classes).movedim(3, 0)
    truth_KX = (truth * counts_Bhw).flatten(1).float()
    predicted_KX = (logits_BKhw.softmax(dim=1).movedim(1, 0) * counts_Bhw).flatten(1)
    present_K = truth_KX.sum(dim=1) > 0
    if not bool(present_K.any()):
        # The mean over no cells is NaN.
        return logits_BKhw.sum() * 0
    return cross + dice(predicted_KX[present_K], truth_KX[present_K]).mean()


def dice(predicted: Tensor, truth: Tensor) -> Tensor:
    """Return 1 - Dice of each row: 0 for equal masks, near 1 for disjoint ones.

    Args:
        predicted: (N, …) in 0..1.
        truth: the same shape.
    """
    predicted, truth = predicted.flatten(1), truth.flatten(1)
    shared = (predicted * truth).sum(dim=1)
    total = predicted.square().sum(dim=1) + truth.square().sum(dim=1)
    # The ones keep a mask without a cell from dividing by zero.
    return 1 - (2 * shared + 1) / (total + 1)


def _inside(boxes_M4: Tensor, size: torch.Size) -> Tensor:
    """Return (M, h, w): 1 where a cell touches the box, in cells."""
    rows = torch.arange(size[0], device=boxes_M4.device)
    columns = torch.arange(size[1], device=boxes_M4.device)
    in_rows = (rows + 1 > boxes_M4[:, 1:2]) & (rows < boxes_M4[:, 3:])
    in_columns = (columns + 1 > boxes_M4[:, :1]) & (columns < boxes_M4[:, 2:3])
    return (in_rows[:, :, None] & in_columns[:, None, :]).float()
