"""The class of every pixel by SegFormer, of the transformers library.

Source: Xie et al., NeurIPS 2021.
"""

# B batch, K labels

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

SEGFORMER_BACKBONES = ("segformer_b0", "segformer_b2")
_DEPTHS = {"segformer_b0": [2, 2, 2, 2], "segformer_b2": [3, 4, 6, 3]}
_WIDTHS = {"segformer_b0": [32, 64, 160, 256], "segformer_b2": [64, 128, 320, 512]}
_DECODER_WIDTHS = {"segformer_b0": 256, "segformer_b2": 768}


class Segformer(nn.Module):
    """Scores of the background and of K labels at a quarter of the height and width.

    As in ``LightUnet``, the rows of ``head`` are those of the labels.

    Args:
        network: a ``SegformerForSemanticSegmentation`` of the library.
        num_classes: K.
        width: channels of its decoder.
    """

    def __init__(self, network: Any, num_classes: int, width: int) -> None:
        super().__init__()
        self.network = network
        # The library's last layer becomes the identity; ours is always new.
        network.decode_head.classifier = nn.Identity()
        self.head = nn.Conv2d(width, num_classes, 1)
        self.background = nn.Conv2d(width, 1, 1)

    def forward(self, image: Tensor) -> Tensor:
        """Return logits (B, 1 + K, H/4, W/4) for normalised images (B, 3, H, W)."""
        features = self.network(pixel_values=image).logits
        return torch.cat([self.background(features), self.head(features)], dim=1).float()


def build_segformer(backbone: str, num_classes: int, weights: Path | None = None) -> Segformer:
    """Build a SegFormer with a new head.

    Args:
        backbone: one of ``SEGFORMER_BACKBONES``.
        num_classes: K.
        weights: a folder with pretrained weights, ``None`` for random ones.
    """
    from transformers import SegformerConfig, SegformerForSemanticSegmentation

    if weights is None:
        network = SegformerForSemanticSegmentation(
            SegformerConfig(
                depths=_DEPTHS[backbone],
                hidden_sizes=_WIDTHS[backbone],
                decoder_hidden_size=_DECODER_WIDTHS[backbone],
            )
        )
    else:
        network = SegformerForSemanticSegmentation.from_pretrained(
            weights, local_files_only=True, use_safetensors=True
        )
    return Segformer(network, num_classes, int(network.config.decoder_hidden_size))
