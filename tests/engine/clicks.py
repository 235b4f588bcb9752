"""Click-to-segment models for tests: small weights of SAM, and one whose masks mean something."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.export.segmenter import ClickNetworks, write_segmenter
from engine.specs.package.manifest import Manifest

SIDE = 64
_NEAR = 0.9


def tiny_sam() -> Any:
    """Return a small ``SamModel`` with seeded random weights whose masks are not flat."""
    from transformers import SamConfig, SamModel

    torch.manual_seed(0)
    vision = {
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "output_channels": 16,
        "image_size": SIDE,
        "patch_size": 8,
        "window_size": 3,
        "global_attn_indexes": [1],
        "mlp_dim": 64,
        "num_pos_feats": 8,
    }
    prompts = {
        "hidden_size": 16,
        "image_size": SIDE,
        "patch_size": 8,
        "image_embedding_size": SIDE // 8,
        "mask_input_channels": 4,
    }
    decoder = {
        "hidden_size": 16,
        "mlp_dim": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "iou_head_hidden_dim": 16,
    }
    config = SamConfig(
        vision_config=vision, prompt_encoder_config=prompts, mask_decoder_config=decoder
    )
    network = SamModel(config).eval()
    with torch.no_grad():
        for weight in network.mask_decoder.parameters():
            if weight.ndim > 1:
                weight.normal_(std=weight[0].numel() ** -0.5)
    return network


def write_weights(folder: Path) -> None:
    """Write small weights as an administrator would put them: config.json, model.safetensors."""
    tiny_sam().save_pretrained(folder)


class _Same(nn.Module):
    def forward(self, image: Tensor) -> Tensor:
        """Return what came, as a tensor of its own."""
        return image * 1.0


class _ColourDecoder(nn.Module):
    """What has the colour of a click, and not that of a click beside; only within the box."""

    def forward(self, embedding: Tensor, points: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        side = embedding.shape[-1]
        middle = _corner(points, labels, 2) / 2 + _corner(points, labels, 3) / 2
        has_box = (labels == 3).any(dim=1)
        places = torch.cat([points, middle[:, None]], dim=1)
        on = torch.cat([labels == 1, has_box[:, None]], dim=1)
        beside = torch.cat([labels == 0, torch.zeros_like(has_box)[:, None]], dim=1)
        grid = (places / side * 2 - 1)[:, None]
        colours = functional.grid_sample(embedding, grid, mode="nearest", align_corners=False)
        apart = embedding[:, :, None] - colours[:, :, 0, :, None, None]
        near = _NEAR - apart.square().sum(dim=1).sqrt()
        liked = near.masked_fill(~on[..., None, None], -9).amax(dim=1)
        disliked = near.masked_fill(~beside[..., None, None], -9).amax(dim=1)
        logits = torch.minimum(liked, -disliked)
        cells = torch.arange(side) + 0.5
        first, last = _corner(points, labels, 2), _corner(points, labels, 3)
        down = (cells > first[:, 1:]) & (cells < last[:, 1:])
        across = (cells > first[:, :1]) & (cells < last[:, :1])
        inside = (down[:, :, None] & across[:, None]) | ~has_box[:, None, None]
        masks = torch.where(inside, logits, -9.0)[:, None]
        return masks, torch.full_like(masks[:, :, 0, 0], 0.9)


def _corner(points: Tensor, labels: Tensor, kind: int) -> Tensor:
    """Return the point of a kind (R, 2), zero where there is none."""
    return (points * (labels == kind)[..., None]).sum(dim=1)


def colour_package(folder: Path, *, side: int = SIDE) -> Manifest:
    """Write the package of a model that outlines what has the colour of the click."""
    networks = ClickNetworks(_Same(), _ColourDecoder(), side, "colours")
    return write_segmenter(networks, "colours", folder, progress=lambda done: None)
