"""How pixel values become the numbers a network sees."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Normalization:
    """Mean and standard deviation per channel of values in 0..1."""

    mean: tuple[float, float, float]
    std: tuple[float, float, float]

    def tensors(self, like: Tensor) -> tuple[Tensor, Tensor]:
        """Return mean and deviation as (1, 3, 1, 1) of the type and device of a tensor."""
        return (
            torch.as_tensor(self.mean, dtype=like.dtype, device=like.device).view(1, 3, 1, 1),
            torch.as_tensor(self.std, dtype=like.dtype, device=like.device).view(1, 3, 1, 1),
        )


# What the published weights of the catalog's backbones expect; a network trained from scratch
# learns as well with any centred values, so there is one normalisation for all of these.
IMAGENET = Normalization(mean=(0.485, 0.456, 0.406), std=(0.229, 0.224, 0.225))
# What images and texts were trained on together.
CLIP = Normalization(
    mean=(0.48145466, 0.4578275, 0.40821073), std=(0.26862954, 0.26130258, 0.27577711)
)
CENTRED = Normalization(mean=(0.5, 0.5, 0.5), std=(0.5, 0.5, 0.5))
