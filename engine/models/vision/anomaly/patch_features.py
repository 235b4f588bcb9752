"""Features of the places of an image: those that a ``PatchMemory`` compares.

Middle layers know what a place looks like and still where it is (Roth et al., CVPR 2022,
section 3.1); the last ones know what the whole image shows, which is of no use here.
"""

# B batch, D features, H height, W width, h w of the result

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.errors import SpecError
from engine.models.vision.anomaly.patch_memory import PatchMemory
from engine.models.vision.anomaly.texture_filters import TextureFilters
from engine.models.vision.detection.csp import CspBackbone
from engine.weights.built_in import load_built_in

# Up to this many pixels across, a flaw may be a few pixels wide.
_SMALL_IMAGE = 128
_WIDTH = 16


def place_stride(size: tuple[int, int]) -> int:
    """Return how many pixels of an image (height, width) lie between its places."""
    return 4 if max(size) <= _SMALL_IMAGE else 8


def build_patch_memory(
    backbone: str, size: tuple[int, int], weights: Path | None = None
) -> PatchMemory:
    """Build a network that compares patches; its memory is empty.

    Args:
        backbone: a key of the anomaly card, other than ``autoencoder``.
        size: height and width of its images, multiples of 32.
        weights: a folder with pretrained weights of the backbone, the file of those that come with
            the engine, ``None`` for none.

    Raises:
        SpecError: when there is no such backbone.
    """
    stride = place_stride(size)
    match backbone:
        case "texture_filters":
            return PatchMemory(TextureFilters(stride), TextureFilters.num_features, is_learnt=False)
        case "patch_cnn":
            features = CspPatches(stride)
            if weights is not None:
                load_built_in(features.backbone, weights)
            return PatchMemory(features, features.num_features, is_learnt=weights is None)
        case "resnet18":
            residual = ResNetPatches(stride, weights)
            return PatchMemory(residual, residual.num_features, is_learnt=weights is None)
        case _:
            raise SpecError(
                f"There is no network '{backbone}'. Choose one that the task's card lists.",
                code="backbone_unknown",
                backbone=backbone,
            )


class CspPatches(nn.Module):
    """The maps of a small CSP backbone at ``stride`` and twice that, side by side (B, D, h, w)."""

    def __init__(self, stride: int) -> None:
        super().__init__()
        self.backbone = CspBackbone(_WIDTH, 1)
        self.first = {4: 1, 8: 2}[stride]
        self.num_features = _WIDTH * (2**self.first + 2 ** (self.first + 1))

    def forward(self, image: Tensor) -> Tensor:
        """Return the features of normalised images (B, 3, H, W)."""
        maps = self.backbone.pyramid(image)
        return _side_by_side(maps[self.first], maps[self.first + 1])


class ResNetPatches(nn.Module):
    """The maps of a ResNet-18 at ``stride`` and twice that, side by side (B, D, h, w)."""

    def __init__(self, stride: int, weights: Path | None) -> None:
        super().__init__()
        from engine.models.vision.classification import transformers_backbones as library

        features, _ = library.resnet([2, 2, 2, 2], "basic", weights)
        assert isinstance(features, library.FeatureMap)
        self.network = features.network
        # hidden_states begins with what the stem makes, which is at stride 4 as the first stage is.
        self.first = {4: 1, 8: 2}[stride]
        config: Any = self.network.config
        self.num_features = sum(config.hidden_sizes[self.first - 1 : self.first + 1])

    def forward(self, image: Tensor) -> Tensor:
        """Return the features of normalised images (B, 3, H, W)."""
        maps = self.network(pixel_values=image, output_hidden_states=True).hidden_states
        return _side_by_side(maps[self.first], maps[self.first + 1])


def _side_by_side(fine: Tensor, coarse: Tensor) -> Tensor:
    coarse = functional.interpolate(coarse, scale_factor=2.0, mode="bilinear", align_corners=False)
    return torch.cat([fine, coarse], dim=1)
