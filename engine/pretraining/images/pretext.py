"""What a network is asked about synthetic images: kinds of things, places, textures and colours.

A kind is told by shape, texture and colours together: networks that were asked for shapes alone
kept less of colours and textures, which real labels often depend on, than random ones do.
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
from engine.pretraining.images.scenes import (
    NUM_TEXTURES,
    Difficulty,
    Things,
    draw_scenes,
    draw_things,
)
from engine.pretraining.images.shapes import shape_masks
from engine.pretraining.recipe import Recipe

_NUM_BINS = 8
# Two regions, object and ground, with three colours each.
_NUM_HISTOGRAMS = 6
_TEXTURE_WEIGHT, _PLACE_WEIGHT, _COLOR_WEIGHT = 0.5, 1.0, 1.0


@dataclass(frozen=True)
class Pictured:
    """Images and what is true of them.

    Attributes:
        images: (B, 3, H, W), 0 to 255.
        things: what kind of thing the first object is (B).
        covered: how much of each pixel it covers (B, H, W), 0 to 255.
        textures: class of the texture of each pixel (B, H, W).
    """

    images: Tensor
    things: Tensor
    covered: Tensor
    textures: Tensor

    def __len__(self) -> int:
        return len(self.images)

    def to(self, device: str) -> Pictured:
        """Return the same on a device."""
        parts = (self.images, self.things, self.covered, self.textures)
        return Pictured(*(part.to(device) for part in parts))


Maps = Callable[[nn.Module, Tensor], tuple[Tensor, ...]]


class PretextHeads(nn.Module):
    """A network with a head for each thing that is asked of it.

    Args:
        network: what is pretrained.
        maps: returns its feature maps of images, from fine to coarse.
        widths: channels of these maps.
        num_things: K.
    """

    def __init__(
        self, network: nn.Module, maps: Maps, widths: tuple[int, ...], num_things: int
    ) -> None:
        super().__init__()
        self.network = network
        self._maps = maps
        total = sum(widths)
        self.things = nn.Linear(total, num_things)
        self.colors = nn.Linear(total, _NUM_HISTOGRAMS * _NUM_BINS)
        self.places = nn.ModuleList(nn.Conv2d(width, 1 + NUM_TEXTURES, 1) for width in widths)

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor, list[Tensor]]:
        """Return logits of things (B, K) and colours, and of places (B, 1 + textures, h, w)."""
        maps = self._maps(self.network, images)
        pooled = torch.cat([one.mean(dim=(2, 3)) for one in maps], dim=1)
        places = [head(one) for head, one in zip(self.places, maps, strict=True)]
        things, colors = self.things(pooled).float(), self.colors(pooled).float()
        return things, colors, [one.float() for one in places]


class ImageRecipe(Recipe):
    """Pretrain a network on synthetic images of several sizes.

    ``sides`` are heights and widths in pixels with the share of steps that each has.
    """

    batch_size = 128
    learning_rate = 4e-3
    packages = ("pretraining", "models/vision")
    made_of = "images drawn by formulas: shapes, fractals and textures"
    num_things: ClassVar[int] = 500
    num_shapes: ClassVar[int] = 100
    sides: ClassVar[Mapping[int, float]] = {64: 0.6, 96: 0.3, 128: 0.1}
    network: ClassVar[Callable[[], nn.Module]]
    widths: ClassVar[tuple[int, ...]]

    @cached_property
    def masks(self) -> NDArray[np.uint8]:
        """The shapes of all classes."""
        return shape_masks(self.num_shapes, self.seed)

    @cached_property
    def things(self) -> Things:
        """The kinds of things that there are."""
        return draw_things(self.num_things, self.num_shapes, self.seed)

    @cached_property
    def lattice(self) -> NDArray[np.float64]:
        """The random numbers of all textures."""
        return lattice_of(self.seed)

    def new_model(self) -> nn.Module:
        """Return the network and its heads."""
        return PretextHeads(type(self).network(), self.maps, self.widths, self.num_things)

    def maps(self, network: nn.Module, images_BCHW: Tensor) -> tuple[Tensor, ...]:
        """Return the feature maps of images that the heads look at."""
        return (network(images_BCHW),)

    def batch(self, step: int, progress: float) -> Pictured:
        """Return images that were never there before."""
        generator = np.random.default_rng((zlib.crc32(self.key.encode()), self.seed, step))
        side = int(generator.choice(list(self.sides), p=list(self.sides.values())))
        difficulty = Difficulty.at(progress, self.num_things)
        # The work of a step is the same at every size.
        num_images = max(8, round(self.batch_size * min(self.sides) ** 2 / side**2))
        scenes = draw_scenes(generator, num_images, side, difficulty, self.things)
        drawn = draw(scenes, self.masks, self.lattice)
        seen = drawn.owners.reshape(num_images, -1)
        textures = np.take_along_axis(scenes.textures, seen, axis=1)
        return Pictured(
            images=torch.from_numpy(drawn.images).permute(0, 3, 1, 2),
            things=torch.from_numpy(scenes.things),
            covered=torch.from_numpy(drawn.covered),
            textures=torch.from_numpy(textures.reshape(drawn.owners.shape)),
        )

    def loss(self, model: nn.Module, batch: Any) -> tuple[Tensor, Mapping[str, Tensor]]:
        """Return the weighted sum, and its parts beside the accuracy of things."""
        pixels = batch.images.float() / 255
        mean, std = IMAGENET.tensors(pixels)
        inputs = ((pixels - mean) / std).contiguous(memory_format=torch.channels_last)
        things, colors, places = model(inputs)
        covered = batch.covered.float()[:, None] / 255
        parts = {
            "thing": functional.cross_entropy(things, batch.things, label_smoothing=0.05),
            "texture": _mean([_texture_loss(one[:, 1:], batch.textures) for one in places]),
            "place": _mean([_place_loss(one[:, :1], covered) for one in places]),
            "color": _color_loss(colors, pixels, covered),
        }
        total = (
            parts["thing"]
            + _TEXTURE_WEIGHT * parts["texture"]
            + _PLACE_WEIGHT * parts["place"]
            + _COLOR_WEIGHT * parts["color"]
        )
        accuracy = (things.argmax(1) == batch.things).float().mean()
        return total, parts | {"accuracy": accuracy}


def _mean(losses: list[Tensor]) -> Tensor:
    return torch.stack(losses).mean()


def _texture_loss(logits: Tensor, textures: Tensor) -> Tensor:
    """Return the cross entropy of what is seen in the middle of each place."""
    stride = textures.shape[1] // logits.shape[2]
    middle = textures[:, stride // 2 :: stride, stride // 2 :: stride]
    return functional.cross_entropy(logits, middle)


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
