"""A small network of ours that names the class of every pixel: a U-Net over the CSP backbone.

Source: Ronneberger et al., MICCAI 2015.
"""

# B batch, K labels, H height, W width

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.models.vision.detection.csp import ConvNorm, CspBackbone, CspStage

OUTPUT_STRIDE = 2


class LightUnet(nn.Module):
    """Scores of the background and of K labels at half the height and width.

    The background has a layer of its own, so that the rows of ``head`` are those of the labels and
    can be taken over by a model with other labels.

    Args:
        num_classes: K.
        width: channels of the backbone's first stage.
        depth: residual blocks of its middle stages.
        decoder_width: channels on the way back.
    """

    def __init__(self, num_classes: int, *, width: int, depth: int, decoder_width: int) -> None:
        super().__init__()
        self.backbone = CspBackbone(width, depth)
        widths = (width, 2 * width, *self.backbone.widths)
        self.laterals = nn.ModuleList(ConvNorm(one, decoder_width, kernel=1) for one in widths)
        self.merges = nn.ModuleList(
            CspStage(2 * decoder_width, decoder_width, residual=False) for _ in widths[1:]
        )
        self.up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)
        self.head = nn.Conv2d(decoder_width, num_classes, 1)
        self.background = nn.Conv2d(decoder_width, 1, 1)

    def forward(self, image: Tensor) -> Tensor:
        """Return logits (B, 1 + K, H/2, W/2) for normalised images (B, 3, H, W)."""
        maps = [
            lateral(features)
            for lateral, features in zip(self.laterals, self.backbone.pyramid(image), strict=True)
        ]
        features = maps.pop()
        for merge in self.merges:
            features = merge(torch.cat([maps.pop(), self.up(features)], dim=1))
        return torch.cat([self.background(features), self.head(features)], dim=1).float()
