"""Heat maps light up where the evidence is, for feature maps and for tokens."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from torch import Tensor, nn

from engine.errors import ExportError
from engine.evaluation.heatmaps import activation_maps, write_heatmap


class Channels(nn.Module):
    """Class k is the mean of channel k, so the evidence of a class is where its channel is lit."""

    def __init__(self, as_tokens: bool) -> None:
        super().__init__()
        self.features = nn.Conv2d(3, 3, 1, bias=False)
        nn.init.dirac_(self.features.weight)
        self.layout = Tokens() if as_tokens else nn.Identity()

    def forward(self, images: Tensor) -> Tensor:
        features: Tensor = self.layout(self.features(images))
        return features.mean(dim=1) if features.ndim == 3 else features.mean(dim=(2, 3))


class Tokens(nn.Module):
    """(B, D, h, w) → (B, 1 + h * w, D), with a class token in front as in a ViT."""

    def forward(self, features: Tensor) -> Tensor:
        tokens = features.flatten(2).transpose(1, 2)
        return torch.cat([torch.ones_like(tokens[:, :1]), tokens], dim=1)


@pytest.fixture
def images() -> np.ndarray:
    images = np.zeros((2, 3, 8, 8), dtype=np.float32)
    images[0, 0, 1, 2] = 1
    images[1, 2, 6, 5] = 1
    return images


@pytest.mark.parametrize("as_tokens", [False, True])
def test_map_is_highest_where_the_class_has_its_evidence(
    images: np.ndarray, as_tokens: bool
) -> None:
    model = Channels(as_tokens)
    target_layer = model.layout if as_tokens else model.features
    maps = activation_maps(model, target_layer, images, [0, 2])
    assert maps.shape == (2, 8, 8)
    assert np.unravel_index(maps[0].argmax(), (8, 8)) == (1, 2)
    assert np.unravel_index(maps[1].argmax(), (8, 8)) == (6, 5)
    assert maps.max() == 1.0


class VideoChannels(nn.Module):
    """Class k is the mean of channel k over all frames; every second frame makes one of a map."""

    def __init__(self) -> None:
        super().__init__()
        convolution = nn.Conv3d(3, 3, 1, bias=False)
        nn.init.dirac_(convolution.weight)
        self.features = nn.Sequential(convolution, nn.AvgPool3d((2, 1, 1)))

    def forward(self, videos: Tensor) -> Tensor:
        features: Tensor = self.features(videos.transpose(1, 2))
        return features.mean(dim=(2, 3, 4))


def test_map_of_a_video_is_highest_when_and_where_the_class_has_its_evidence() -> None:
    videos = np.zeros((2, 8, 3, 6, 10), dtype=np.float32)
    videos[0, 0, 0, 1, 2] = 1
    videos[1, 7, 2, 4, 9] = 1
    model = VideoChannels()
    maps = activation_maps(model, model.features, videos, [0, 2])
    assert maps.shape == (2, 8, 6, 10)
    assert np.unravel_index(maps[0].argmax(), (8, 6, 10)) == (0, 1, 2)
    assert np.unravel_index(maps[1].argmax(), (8, 6, 10))[1:] == (4, 9)
    assert maps[0, 4:].max() == maps[1, :4].max() == 0
    assert maps.max() == 1.0


def test_map_of_a_class_without_evidence_is_empty(images: np.ndarray) -> None:
    model = Channels(as_tokens=False)
    assert not activation_maps(model, model.features, images[:1], [1]).any()


def test_model_is_left_as_it_was(images: np.ndarray) -> None:
    model = Channels(as_tokens=False).train()
    activation_maps(model, model.features, images, [0, 2])
    assert model.training
    assert model.features.weight.grad is None
    assert torch.is_grad_enabled()
    assert not model.features._forward_hooks


def test_a_layer_without_places_is_refused(images: np.ndarray) -> None:
    model = Channels(as_tokens=False)
    with pytest.raises(ExportError, match="target layer"):
        activation_maps(nn.Sequential(model), model, images, [0, 2])


def test_image_is_clear_where_nothing_speaks_for_the_class(tmp_path: Path) -> None:
    values = np.linspace(0, 1, 64, dtype=np.float32).reshape(8, 8)
    write_heatmap(tmp_path / "map.png", values)
    with Image.open(tmp_path / "map.png") as image:
        pixels = np.asarray(image)
    assert pixels.shape == (8, 8, 4)
    assert pixels[0, 0, 3] == 0
    assert pixels[7, 7].tolist() == [255, 245, 150, 191]
