"""Training losses of networks that learn what is normal."""

# B batch, H W of the image, h w of its places

from __future__ import annotations

import torch
from easel.runtime.image import TENSOR
from torch import Tensor, nn
from torch.nn import functional

from engine.interfaces.batch import Batch
from engine.models.vision.anomaly.anomaly_autoencoder import AnomalyAutoencoder
from engine.models.vision.anomaly.patch_memory import PatchMemory
from engine.training.losses.masks import dice

PAINTED = "painted"
"""Where flaws were painted (B, H, W), 0..1: the target that augmentation makes."""


def anomaly_objective(model: nn.Module, batch: Batch) -> Tensor:
    """Return how badly painted places are told from others, or an image is drawn again."""
    image = batch.inputs[TENSOR]
    if isinstance(model, AnomalyAutoencoder):
        return model.errors(image).mean()
    if not isinstance(model, PatchMemory):
        raise TypeError(f"{type(model).__name__} is not a network of this task.")
    logits = model.logits(image)
    painted = batch.targets[PAINTED][:, None]
    where = functional.avg_pool2d(painted, painted.shape[2] // logits.shape[2])
    # A scar may cover a small part of a place and is to be seen all the same.
    truth = (where * 3).clamp(max=1)
    cross = functional.binary_cross_entropy_with_logits(
        logits, truth, pos_weight=torch.tensor(3.0, device=logits.device)
    )
    is_painted = truth.flatten(1).amax(dim=1) > 0
    if not bool(is_painted.any()):
        return cross
    return cross + dice(logits.sigmoid()[is_painted], truth[is_painted]).mean()
