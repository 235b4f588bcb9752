"""The light detector with a mask for each object: a few prototypes, mixed per place.

The network makes P maps of the whole picture; each place says how to add them up to the mask of
its object, which is then cut off at its box. So the graph stays as plain as the detector's.

Source: Bolya et al., ICCV 2019 (YOLACT), section 3.
"""

# B batch, A places, P prototypes, h w of the prototypes

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from engine.models.vision.csp import ConvNorm
from engine.models.vision.light_detector import STRIDES, BoxPredictions, LightDetector

NUM_PROTOTYPES = 16
MASK_STRIDE = 4


class MaskPredictions(NamedTuple):
    """What the network says of a batch.

    Attributes:
        boxes: of all places, as the detector's.
        coefficients_BAP: how each place mixes the prototypes.
        prototypes_BPhw: at a quarter of the picture's height and width.
    """

    boxes: BoxPredictions
    coefficients_BAP: Tensor
    prototypes_BPhw: Tensor


class InstanceSegmenter(LightDetector):
    """A ``LightDetector`` with prototypes and coefficients; see its arguments."""

    def __init__(
        self, size: tuple[int, int], num_classes: int, *, width: int, depth: int, neck_width: int
    ) -> None:
        super().__init__(size, num_classes, width=width, depth=depth, neck_width=neck_width)
        self.coefficients = nn.ModuleList(
            nn.Sequential(
                ConvNorm(neck_width, neck_width), nn.Conv2d(neck_width, NUM_PROTOTYPES, 1)
            )
            for _ in STRIDES
        )
        self.prototypes = nn.Sequential(
            ConvNorm(neck_width, neck_width),
            nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False),
            ConvNorm(neck_width, neck_width),
            ConvNorm(neck_width, neck_width),
            nn.Conv2d(neck_width, NUM_PROTOTYPES, 1),
        )

    def masks(self, maps: Sequence[Tensor]) -> tuple[Tensor, Tensor]:
        """Return coefficients and prototypes from the neck's maps."""
        mixed = [
            branch(features).flatten(2)
            for branch, features in zip(self.coefficients, maps, strict=True)
        ]
        # Bounded, so that prototypes and coefficients cannot grow against each other.
        coefficients = torch.cat(mixed, dim=2).transpose(1, 2).float().tanh()
        return coefficients, self.prototypes(maps[0]).float()

    def forward(self, image: Tensor) -> MaskPredictions:  # type: ignore[override]
        """Return the predictions for normalised images (B, 3, H, W)."""
        maps = self.features(image)
        return MaskPredictions(self.predict(maps), *self.masks(maps))


class DeployedInstanceSegmenter(nn.Module):
    """As it is exported: ``logits``, ``boxes`` (shares), ``coefficients`` and ``prototypes``."""

    extent: Tensor

    def __init__(self, segmenter: nn.Module, size: tuple[int, int]) -> None:
        super().__init__()
        self.segmenter = segmenter
        height, width = size
        self.register_buffer("extent", torch.tensor([width, height, width, height]).float())

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return scores, boxes, coefficients and prototypes."""
        boxes, coefficients, prototypes = self.segmenter(image)
        return boxes.logits_BAK, boxes.boxes_BA4 / self.extent, coefficients, prototypes
