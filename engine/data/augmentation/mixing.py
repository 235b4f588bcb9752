"""Mix pairs of samples of a batch: mixup and cutmix."""

# B images, C channels, H height, W width, K classes

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from engine.data.label_targets import LABELS
from engine.interfaces.batch import Batch


def mix(
    images: Tensor,
    targets: Tensor,
    num_classes: int,
    *,
    mixup: float,
    cutmix: float,
    generator: torch.Generator,
) -> tuple[Tensor, Tensor]:
    """Blend each sample with another one of the batch, by mixup or cutmix.

    When both are wanted each batch takes one of them at random.

    Args:
        images: (B, C, H, W).
        targets: (B,) class indices or (B, K) shares.
        num_classes: K.
        mixup: parameter alpha of the Beta distribution of the share; zero switches it off.
        cutmix: the same of the area that cutmix pastes.
        generator: the only source of randomness.

    Returns:
        images (B, C, H, W) and soft targets (B, K) float32; both unchanged when both are zero.

    Source: Zhang et al., ICLR 2018, eq. 1; Yun et al., ICCV 2019, eq. 1 and 2.
    """
    if not mixup and not cutmix:
        return images, targets
    soft = targets.float()
    if targets.ndim == 1:
        soft = functional.one_hot(targets, num_classes).float()
    partner = torch.randperm(len(images), generator=generator)
    # Torch draws from a Beta distribution with its own generator alone.
    seed = int(torch.randint(2**31, (), generator=generator))
    random = np.random.default_rng(seed)
    pastes = bool(cutmix) and (not mixup or random.random() < 0.5)
    alpha = cutmix if pastes else mixup
    share = float(random.beta(alpha, alpha))
    partner = partner.to(images.device)
    if pastes:
        images, share = _paste(images, images[partner], share, random)
    else:
        images = torch.lerp(images[partner], images, share)
    return images, torch.lerp(soft[partner], soft, share)


def mixed(
    batch: Batch,
    num_classes: int,
    generator: torch.Generator,
    *,
    mixup: float,
    cutmix: float = 0.0,
) -> Batch:
    """Blend the samples of a batch of one input with each other, and their labels; see ``mix``."""
    ((name, inputs),) = batch.inputs.items()
    inputs, labels = mix(
        inputs,
        batch.targets[LABELS],
        num_classes,
        mixup=mixup,
        cutmix=cutmix,
        generator=generator,
    )
    return Batch({name: inputs}, {LABELS: labels})


def _paste(
    images: Tensor, others: Tensor, share: float, random: np.random.Generator
) -> tuple[Tensor, float]:
    """Paste a rectangle of about ``1 - share`` of the area; return the share that was kept."""
    height, width = images.shape[-2:]
    side = math.sqrt(1 - share)
    half_y, half_x = round(height * side) // 2, round(width * side) // 2
    y, x = int(random.integers(height)), int(random.integers(width))
    top, bottom = max(0, y - half_y), min(height, y + half_y)
    left, right = max(0, x - half_x), min(width, x + half_x)
    mixed = images.clone()
    mixed[..., top:bottom, left:right] = others[..., top:bottom, left:right]
    return mixed, 1 - (bottom - top) * (right - left) / (height * width)
