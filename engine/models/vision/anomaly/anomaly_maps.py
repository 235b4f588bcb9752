"""From how unusual the places of an image are to a score and a heat map in 0..1."""

# B batch, H W of the image, h w of its places

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

_SIGMA, _REACH = 1.0, 2


class AnomalyMapper(nn.Module):
    """Base of networks that say how unusual an image is, and where.

    ``forward`` returns ``score`` (B,) and ``map`` (B, h, w), both ``d / (d + reference)`` of what
    ``distances`` gives: 0 for what is known well, 0.5 at the distance that only few normal
    images reach, and less than 1 however far it is. The map is smoothed first.
    """

    reference: Tensor
    window: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("reference", torch.tensor(1.0))
        at = torch.arange(-_REACH, _REACH + 1).float()
        line = torch.exp(-at.square() / (2 * _SIGMA**2))
        window = torch.outer(line, line)
        self.register_buffer("window", (window / window.sum())[None, None])

    def distances(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return the score of each image (B,) and of its places (B, h, w), from 0 upwards."""
        raise NotImplementedError

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores and heat maps of normalised images (B, 3, H, W)."""
        score_B, map_Bhw = self.distances(image)
        padded = functional.pad(map_Bhw[:, None], (_REACH,) * 4, mode="replicate")
        smooth_Bhw = functional.conv2d(padded, self.window)[:, 0]
        return score_B / (score_B + self.reference), smooth_Bhw / (smooth_Bhw + self.reference)
