"""What a network learns from synthetic images: shapes, textures, where objects are, and colours.

Shape, texture and place alone erase colour, which real labels often depend on; histograms of the
colours of object and ground bring it back.
"""

# B images, C channels, D features, H W height and width, h w of a map, K classes

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.data.image.normalization import IMAGENET
from engine.pretraining.images.drawing import draw, lattice_of
from engine.pretraining.images.scenes import NUM_TEXTURES, Difficulty, draw_scenes
from engine.pretraining.images.shapes import shape_masks
from engine.pretraining.recipe import Recipe

NUM_SHAPES = 1000
_NUM_BINS = 8
# Two regions, object and ground, with three colours each.
_NUM_HISTOGRAMS = 6
_TEXTURE_WEIGHT, _PLACE_WEIGHT, _COLOR_WEIGHT = 0.5, 1.0, 0.5


@dataclass(frozen=True)
class Pictured:
    """Images and what is true of them.

    Attributes:
        images: (B, 3, H, W), 0 to 255.
        shapes: class of the first object's shape (B).
        textures: class of its texture (B).
        covered: how much of each pixel it covers (B, H, W), 0 to 255.
    """

    images: Tensor
    shapes: Tensor
    textures: Tensor
    covered: Tensor

    def __len__(self) -> int:
        return len(self.images)

    def to(self, device: str) -> Pictured:
        """Return the same on a device."""
        parts = (self.images, self.shapes, self.textures, self.covered)
        return Pictured(*(part.to(device) for part in parts))


class PretextHeads(nn.Module):
    """A network with a head for each thing that is asked of it.

    Args:
        network: returns one feature map, or several from fine to coarse.
        widths: channels of these maps.
    """

    def __init__(self, network: nn.Module, widths: tuple[int, ...]) -> None:
        super().__init__()
        self.network = network
        total = sum(widths)
        self.shapes = nn.Linear(total, NUM_SHAPES)
        self.textures = nn.Linear(total, NUM_TEXTURES)
        self.colors = nn.Linear(total, _NUM_HISTOGRAMS * _NUM_BINS)
        self.places = nn.ModuleList(nn.Conv2d(width, 1, 1) for width in widths)

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor, Tensor, list[Tensor]]:
        """Return logits of shapes (B, K), textures and colours, and places (B, 1, h, w)."""
        found = self.network(images)
        maps = [found] if isinstance(found, Tensor) else list(found)
        pooled = torch.cat([one.mean(dim=(2, 3)) for one in maps], dim=1)
        places = [head(one) for head, one in zip(self.places, maps, strict=True)]
        heads = (self.shapes, self.textures, self.colors)
        shapes, textures, colors = (head(pooled).float() for head in heads)
        return shapes, textures, colors, [one.float() for one in places]


class ImageRecipe(Recipe):
    """Pretrain a network on synthetic images of several sizes.

    ``sides`` are heights and widths in pixels with the share of steps that each has.
    """

    batch_size = 128
    learning_rate = 4e-3
    packages = ("pretraining", "models/vision")
    made_of = "images drawn by formulas: shapes, fractals and textures"
    sides: ClassVar[Mapping[int, float]] = {64: 0.6, 96: 0.3, 128: 0.1}
    network: ClassVar[Callable[[], nn.Module]]
    widths: ClassVar[tuple[int, ...]]

    @cached_property
    def masks(self) -> NDArray[np.uint8]:
        """The shapes of all classes."""
        return shape_masks(NUM_SHAPES, self.seed)

    @cached_property
    def lattice(self) -> NDArray[np.float64]:
        """The random numbers of all textures."""
        return lattice_of(self.seed)

    def new_model(self) -> nn.Module:
        """Return the network and its heads."""
        return PretextHeads(type(self).network(), self.widths)

    def batch(self, step: int, progress: float) -> Pictured:
        """Return images that were never there before."""
        generator = np.random.default_rng((zlib.crc32(self.key.encode()), self.seed, step))
        side = int(generator.choice(list(self.sides), p=list(self.sides.values())))
        difficulty = Difficulty.at(progress, NUM_SHAPES)
        # The work of a step is the same at every size.
        num_images = max(8, round(self.batch_size * min(self.sides) ** 2 / side**2))
        scenes = draw_scenes(generator, num_images, side, difficulty)
        images, covered = draw(scenes, self.masks, self.lattice)
        return Pictured(
            images=torch.from_numpy(images).permute(0, 3, 1, 2),
            shapes=torch.from_numpy(scenes.shapes[:, 0].copy()),
            textures=torch.from_numpy(scenes.textures),
            covered=torch.from_numpy(covered),
        )

    def loss(self, model: nn.Module, batch: Any) -> tuple[Tensor, Mapping[str, Tensor]]:
        """Return the weighted sum, and the accuracies of shapes and textures."""
        pixels = batch.images.float() / 255
        mean, std = IMAGENET.tensors(pixels)
        inputs = ((pixels - mean) / std).contiguous(memory_format=torch.channels_last)
        shapes, textures, colors, places = model(inputs)
        covered = batch.covered.float()[:, None] / 255
        parts = {
            "shape": functional.cross_entropy(shapes, batch.shapes, label_smoothing=0.05),
            "texture": functional.cross_entropy(textures, batch.textures),
            "place": torch.stack([_place_loss(one, covered) for one in places]).mean(),
            "color": _color_loss(colors, pixels, covered),
        }
        total = (
            parts["shape"]
            + _TEXTURE_WEIGHT * parts["texture"]
            + _PLACE_WEIGHT * parts["place"]
            + _COLOR_WEIGHT * parts["color"]
        )
        accuracies = {
            "shape_accuracy": (shapes.argmax(1) == batch.shapes).float().mean(),
            "texture_accuracy": (textures.argmax(1) == batch.textures).float().mean(),
        }
        return total, parts | accuracies


def _place_loss(logits: Tensor, covered: Tensor) -> Tensor:
    """Return the cross entropy of how much of each place the object covers."""
    wanted = functional.adaptive_avg_pool2d(covered, (logits.shape[2], logits.shape[3]))
    return functional.binary_cross_entropy_with_logits(logits, wanted)


def _color_loss(logits: Tensor, pixels: Tensor, covered: Tensor) -> Tensor:
    """Return the cross entropy of the histograms of both regions."""
    wanted = torch.cat([_histograms(pixels, covered), _histograms(pixels, 1 - covered)], dim=1)
    found = logits.reshape(-1, _NUM_HISTOGRAMS, _NUM_BINS).log_softmax(2)
    return -(wanted * found).sum(2).mean()


def _histograms(pixels: Tensor, weights: Tensor) -> Tensor:
    """Return the shares of the tones of each colour (B, 3, bins) in a region."""
    small = functional.adaptive_avg_pool2d(pixels, 16).flatten(2)
    counted = functional.adaptive_avg_pool2d(weights, 16).flatten(2)
    bins = (small * _NUM_BINS).long().clamp_(0, _NUM_BINS - 1)
    found = torch.zeros(*small.shape[:2], _NUM_BINS, device=pixels.device)
    found.scatter_add_(2, bins, counted.expand_as(small).contiguous())
    return found / found.sum(2, keepdim=True).clamp_min(1e-6)
