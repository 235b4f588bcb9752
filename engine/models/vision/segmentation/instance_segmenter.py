"""The light detector with a mask for each object: a few prototypes, mixed per place.

The network makes P maps of the whole image; each place says how to add them up to the mask of
its object, which is then cut off at its box. So the graph stays as plain as the detector's.

The neck's finest map has forgotten where a thin line runs, so the prototypes are drawn with the
backbone's early maps beside it, as a U-Net does.

Sources: Bolya et al., ICCV 2019 (YOLACT), section 3; Ronneberger et al., MICCAI 2015 (U-Net).
"""

# B batch, A places, P prototypes, h w of the prototypes

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from engine.models.vision.detection.csp import ConvNorm
from engine.models.vision.detection.light_detector import STRIDES, BoxPredictions, LightDetector

NUM_PROTOTYPES = 16
# Up to this many pixels across, what is outlined may be a few pixels thick.
_SMALL_IMAGE = 256


def mask_stride(size: tuple[int, int]) -> int:
    """Return how many pixels of an image (height, width) one cell of its masks covers."""
    return 2 if max(size) <= _SMALL_IMAGE else 4


class MaskPredictions(NamedTuple):
    """What the network says of a batch.

    Attributes:
        boxes: of all places, as the detector's.
        coefficients_BAP: how each place mixes the prototypes.
        prototypes_BPhw: a cell for ``mask_stride`` pixels along both sides.
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
        # Width of the backbone's map by its stride.
        widths = {2: width, 4: 2 * width}
        self.mask_stride = mask_stride(size)
        self.prototypes = PrototypeDecoder(
            neck_width, [widths[stride] for stride in (4, 2) if stride >= self.mask_stride]
        )

    def forward(self, image: Tensor) -> MaskPredictions:  # type: ignore[override]
        """Return the predictions for normalised images (B, 3, H, W)."""
        at2, at4, *coarse = self.backbone.pyramid(image)
        maps = self.neck(tuple(coarse))
        mixed = [
            branch(features).flatten(2)
            for branch, features in zip(self.coefficients, maps, strict=True)
        ]
        # Bounded, so that prototypes and coefficients cannot grow against each other.
        coefficients = torch.cat(mixed, dim=2).transpose(1, 2).float().tanh()
        finer = (at4, at2) if self.mask_stride == 2 else (at4,)
        return MaskPredictions(
            self.predict(maps), coefficients, self.prototypes(maps[0], finer).float()
        )


class PrototypeDecoder(nn.Module):
    """Draws the prototypes from the neck's finest map and ever finer maps of the backbone.

    Args:
        width: channels of the neck's map.
        finer_widths: channels of the finer maps, each of twice the height and width of the last.
    """

    def __init__(self, width: int, finer_widths: Sequence[int]) -> None:
        super().__init__()
        self.entry = ConvNorm(width, width)
        self.up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)
        self.merges = nn.ModuleList()
        for finer_width in finer_widths:
            self.merges.append(ConvNorm(width + finer_width, max(width // 2, NUM_PROTOTYPES)))
            width = max(width // 2, NUM_PROTOTYPES)
        self.last = nn.Sequential(ConvNorm(width, width), nn.Conv2d(width, NUM_PROTOTYPES, 1))

    def forward(self, features_BCHW: Tensor, finer: Sequence[Tensor]) -> Tensor:
        """Return the prototypes (B, P, h, w), of the size of the finest map."""
        features = self.entry(features_BCHW)
        for merge, detail in zip(self.merges, finer, strict=True):
            features = merge(torch.cat([self.up(features), detail], dim=1))
        prototypes_BPhw: Tensor = self.last(features)
        return prototypes_BPhw


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
