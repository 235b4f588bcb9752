"""Loss of detectors that predict class scores and distances to the sides of a box."""

# B batch, A places, K classes, R bins of a distance, P places with an object

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from engine.models.vision.detection.light_detector import BoxPredictions, Places
from engine.models.vision.detection.objects import Objects
from engine.training.losses.box_assignment import Assignment, assign
from engine.training.losses.box_geometry import generalized_overlaps


class BoxLossWeights(NamedTuple):
    """How much the parts of the loss count."""

    classes: float = 1.0
    boxes: float = 2.5
    distances: float = 0.5


def detection_loss(
    predictions: BoxPredictions,
    places: Places,
    objects: Objects,
    label_weights: Tensor | None = None,
    weights: BoxLossWeights | None = None,
) -> tuple[Tensor, Assignment]:
    """Return the loss of a batch (scalar) and which place was given which object.

    Args:
        predictions: of all places.
        places: where they are.
        objects: the truth.
        label_weights: (K,) how much each class counts, ``None`` for all alike.
        weights: of the parts.
    """
    logits_BAK, boxes_BA4, distances_BA4R = predictions
    centers_A2, strides_A = places
    weights = weights or BoxLossWeights()
    assignment = assign(logits_BAK.sigmoid(), boxes_BA4, centers_A2, strides_A, objects)
    target_BAK = assignment.scores_BAK
    # Per score that is wanted; a batch without objects divides by one.
    total = target_BAK.sum().clamp(min=1.0)
    per_score = varifocal_loss(logits_BAK, target_BAK)
    if label_weights is not None:
        per_score = per_score * label_weights
    loss = weights.classes * per_score.sum() / total
    chosen = assignment.chosen_BA
    if bool(chosen.any()):
        truth_BA4 = torch.gather(
            objects.boxes_BG4, 1, assignment.object_BA[..., None].expand(-1, -1, 4)
        )
        share_P = target_BAK.sum(dim=2)[chosen]
        iou_P = generalized_overlaps(boxes_BA4[chosen], truth_BA4[chosen])
        loss = loss + weights.boxes * ((1 - iou_P) * share_P).sum() / total
        centers = centers_A2.expand(len(truth_BA4), -1, -1)[chosen]
        strides = strides_A.expand(len(truth_BA4), -1)[chosen]
        truth = truth_BA4[chosen]
        wanted_P4 = torch.cat([centers - truth[:, :2], truth[:, 2:] - centers], dim=1)
        per_side = distribution_focal_loss(distances_BA4R[chosen], wanted_P4 / strides[:, None])
        loss = loss + weights.distances * (per_side.mean(dim=1) * share_P).sum() / total
    return loss, assignment


def varifocal_loss(
    logits: Tensor, targets: Tensor, alpha: float = 0.75, gamma: float = 2.0
) -> Tensor:
    """Return the binary cross entropy of scores with soft targets, empty places counting less.

    Args:
        logits: any shape, before the sigmoid.
        targets: the same shape, 0..1; 0 where there is nothing.
        alpha: how much empty places count.
        gamma: how little those count that are right already.

    Source: Zhang et al., CVPR 2021 (VarifocalNet), eq. 2.
    """
    # The weights are constants: lowering them must not lower the loss.
    scores = logits.detach().sigmoid()
    weights = torch.where(targets > 0, targets, alpha * scores**gamma)
    return functional.binary_cross_entropy_with_logits(logits, targets, reduction="none") * weights


def distribution_focal_loss(log_probabilities_P4R: Tensor, distances_P4: Tensor) -> Tensor:
    """Return the cross entropy (P, 4) of the two bins around a distance, by their nearness.

    Args:
        log_probabilities_P4R: unnormalised.
        distances_P4: in strides; those beyond the last bin count as just before it.

    Source: Li et al., NeurIPS 2020, eq. 6.
    """
    num_bins = log_probabilities_P4R.shape[2]
    # Just short of the last bin, so that the bin to the right exists.
    wanted = distances_P4.clamp(0, num_bins - 1 - 0.01)
    left = wanted.long()
    share = wanted - left
    logs = functional.log_softmax(log_probabilities_P4R, dim=2)
    low = torch.gather(logs, 2, left[..., None])[..., 0]
    high = torch.gather(logs, 2, left[..., None] + 1)[..., 0]
    return -(low * (1 - share) + high * share)
