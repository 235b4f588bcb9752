"""Losses that give each class a direction of its own."""

# B samples, K classes

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

SCALE = 16.0


def angular_margin_loss(
    cosines_BK: Tensor,
    classes_B: Tensor,
    *,
    margin: float,
    weights_K: Tensor | None = None,
    scale: float = SCALE,
) -> Tensor:
    """Return the cross entropy of scaled cosines, the right one taken at a wider angle.

    Args:
        cosines_BK: of unit vectors with the directions of the classes.
        classes_B: the right class.
        margin: radians added to the right angle; none is added beyond pi - margin, where the cosine
            would rise again.
        weights_K: the say of each class.
        scale: of the logits.

    Source: Deng et al., CVPR 2019 (ArcFace), equation 3.
    """
    right_B = cosines_BK.gather(1, classes_B[:, None])[:, 0].clamp(-1 + 1e-6, 1 - 1e-6)
    angle_B = torch.acos(right_B)
    wider_B = torch.where(angle_B < torch.pi - margin, torch.cos(angle_B + margin), right_B)
    logits_BK = cosines_BK.scatter(1, classes_B[:, None], wider_B[:, None]) * scale
    return functional.cross_entropy(logits_BK, classes_B, weight=weights_K)
