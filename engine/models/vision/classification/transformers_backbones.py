"""Feature maps of the ResNet, ConvNeXt V2 and ViT families of the transformers library.

The library is imported inside the functions: it costs seconds, and a small network needs none.
"""

# B batch, C channels, H height, W width, D feature channels, N tokens

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from engine.data.image.normalization import IMAGENET


class FeatureMap(nn.Module):
    """The last hidden state (B, D, h, w) of a convolutional network of the library."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, images_BCHW: Tensor) -> Tensor:
        """Return the feature map."""
        features_BDhw: Tensor = self.network(pixel_values=images_BCHW).last_hidden_state
        return features_BDhw


class PatchMap(nn.Module):
    """The patch tokens of a ViT, laid out as the map (B, D, h, w) that they come from.

    Args:
        network: of the library.
        image_size: height and width of the images; where the network was made for others, its
            embeddings of places are interpolated.
    """

    def __init__(self, network: Any, image_size: int) -> None:
        super().__init__()
        self.network = network
        self.patches_per_side = image_size // int(network.config.patch_size)
        self._interpolates = image_size != network.config.image_size

    def forward(self, images_BCHW: Tensor) -> Tensor:
        """Return the feature map; the class token is left out."""
        tokens_BND: Tensor = self.network(
            pixel_values=images_BCHW, interpolate_pos_encoding=self._interpolates
        ).last_hidden_state
        patches_BDN = tokens_BND[:, 1:].transpose(1, 2)
        side = self.patches_per_side
        return patches_BDN.reshape(*patches_BDN.shape[:2], side, side)


class Renormalized(nn.Module):
    """A network that was trained on values in -1..1, behind values normalised as of ImageNet."""

    scale: Tensor
    shift: Tensor

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network
        mean, std = (torch.tensor(each)[:, None, None] for each in (IMAGENET.mean, IMAGENET.std))
        self.register_buffer("scale", 2 * std, persistent=False)
        self.register_buffer("shift", 2 * mean - 1, persistent=False)

    def forward(self, images_BCHW: Tensor) -> Tensor:
        """Return what the network says."""
        outputs: Tensor = self.network(images_BCHW * self.scale + self.shift)
        return outputs


def resnet(depths: list[int], layer_type: str, weights: Path | None) -> tuple[nn.Module, int]:
    """Build a ResNet and return it with its number of feature channels.

    Args:
        depths: blocks per stage.
        layer_type: ``basic`` (18, 34) or ``bottleneck`` (50 and deeper).
        weights: a folder to load the network from, ``None`` for random weights.
    """
    from transformers import ResNetConfig, ResNetModel

    hidden_sizes = [64, 128, 256, 512] if layer_type == "basic" else [256, 512, 1024, 2048]
    config = ResNetConfig(depths=depths, layer_type=layer_type, hidden_sizes=hidden_sizes)
    network = _build(ResNetModel, config, weights)
    return FeatureMap(network), int(network.config.hidden_sizes[-1])


def convnextv2(
    depths: list[int], hidden_sizes: list[int], weights: Path | None
) -> tuple[nn.Module, int]:
    """Build a ConvNeXt V2 and return it with its number of feature channels."""
    from transformers import ConvNextV2Config, ConvNextV2Model

    config = ConvNextV2Config(depths=depths, hidden_sizes=hidden_sizes, drop_path_rate=0.1)
    network = _build(ConvNextV2Model, config, weights)
    # The library's final norm follows its own pooling, which we do not use: ours is in the head.
    network.layernorm = nn.Identity()
    return FeatureMap(network), int(network.config.hidden_sizes[-1])


def vit(image_size: int, weights: Path | None) -> tuple[nn.Module, int]:
    """Build a small ViT for square images and return it with its number of feature channels.

    Args:
        image_size: height and width in pixels; images under 96 are cut into patches of 4 or 8,
            since 16 would leave too few of them to compare.
    """
    from transformers import ViTConfig, ViTModel

    patch_size = vit_patch_size(image_size)
    config = ViTConfig(
        image_size=image_size,
        patch_size=patch_size,
        hidden_size=384,
        num_hidden_layers=12,
        num_attention_heads=6,
        intermediate_size=1536,
    )
    network = _build(ViTModel, config, weights, add_pooling_layer=False)
    return PatchMap(network, image_size), int(network.config.hidden_size)


def vit_base(image_size: int, weights: Path | None) -> tuple[nn.Module, int]:
    """Build a ViT-B/16 for square images and return it with its number of feature channels."""
    from transformers import ViTConfig, ViTModel

    network = _build(ViTModel, ViTConfig(image_size=image_size), weights, add_pooling_layer=False)
    return Renormalized(PatchMap(network, image_size)), int(network.config.hidden_size)


def vit_patch_size(image_size: int) -> int:
    """Return the patch size that gives a ViT at least 36 patches where the image allows it."""
    for patch_size in (16, 8, 4):
        if image_size // patch_size >= 6:
            return patch_size
    return 4


def _build(network: Any, config: Any, weights: Path | None, **arguments: Any) -> Any:
    if weights is None:
        return network(config, **arguments)
    return network.from_pretrained(
        weights, local_files_only=True, use_safetensors=True, **arguments
    )
