"""Random changes of whole image batches in plain torch."""

# B images, H height, W width

from __future__ import annotations

import math
from typing import Protocol

import torch
from torch import Tensor
from torch.nn import functional

from engine.data.image.normalization import Normalization
from engine.specs.options.image.classification import AugmentationSpec

# ITU-R BT.601 luma, the weights that Pillow's "L" mode uses.
_LUMA = (0.299, 0.587, 0.114)
_ERASED_SHARE = (0.02, 0.2)


class ColorOptions(Protocol):
    """How strongly colours are changed."""

    @property
    def brightness(self) -> float: ...
    @property
    def contrast(self) -> float: ...
    @property
    def saturation(self) -> float: ...


def augment_images(
    images: Tensor,
    options: AugmentationSpec,
    normalization: Normalization,
    generator: torch.Generator,
) -> Tensor:
    """Change each image of a batch at random: place first, then colour, then erasing.

    Args:
        images: (B, 3, H, W) float32, normalised; left unchanged.
        options: how strong each change is; a zero costs nothing.
        normalization: how ``images`` was normalised, so that colour is changed in 0..1.
        generator: the only source of randomness.

    Returns:
        (B, 3, H, W) float32, normalised.
    """
    images = transform_places(images, options, generator)
    images = transform_colors(images, options, normalization, generator)
    return erase(images, options.erasing, generator)


def transform_places(
    images: Tensor, options: AugmentationSpec, generator: torch.Generator
) -> Tensor:
    """Flip, rotate, move and scale in one resampling; the border is repeated outside."""
    if not (options.rotation_degrees or options.translation or options.scale):
        return _flip(images, options, generator)
    num_images, _, height, width = images.shape

    def spread(limit: float) -> Tensor:
        return (torch.rand(num_images, generator=generator) * 2 - 1) * limit

    angle = spread(math.radians(options.rotation_degrees))
    # Symmetric on a logarithmic scale: as often twice as large as half as large.
    zoom = torch.exp(spread(-math.log(1 - options.scale) if options.scale else 0.0))
    shift_x, shift_y = spread(2 * options.translation), spread(2 * options.translation)
    sign_x = random_signs(num_images, options.horizontal_flip, generator)
    sign_y = random_signs(num_images, options.vertical_flip, generator)

    # Rows of the map from output to input places in -1..1; the ratio keeps rotations rigid when
    # the image is not square.
    cos, sin, ratio = angle.cos() / zoom, angle.sin() / zoom, height / width
    matrix = torch.stack(
        [
            torch.stack([sign_x * cos, -sign_x * sin * ratio, shift_x], dim=1),
            torch.stack([sign_y * sin / ratio, sign_y * cos, shift_y], dim=1),
        ],
        dim=1,
    )
    grid = functional.affine_grid(matrix, [num_images, 3, height, width], align_corners=False)
    return functional.grid_sample(
        images, grid.to(images.device), padding_mode="border", align_corners=False
    )


def transform_colors(
    images: Tensor,
    options: ColorOptions,
    normalization: Normalization,
    generator: torch.Generator,
) -> Tensor:
    """Change brightness, contrast and saturation, each by a random factor around one."""
    strengths = (options.brightness, options.contrast, options.saturation)
    if not any(strengths):
        return images
    brightness, contrast, saturation = (
        _factors(images, strength, generator) for strength in strengths
    )
    mean, std = normalization.tensors(images)
    luma = images.new_tensor(_LUMA).view(1, 3, 1, 1)
    # In 0..1 with luma L per pixel and its mean M per image, the three changes are one line:
    # b · (c · (s · x + (1 - s) · L) + (1 - c) · M), clipped. Normalisation is linear too, so all
    # but saturation is one gain and one offset per channel: batches are read and written once.
    if options.saturation:
        grey = (images * (luma * std)).sum(dim=1, keepdim=True) + (luma * mean).sum()
        images = images * saturation + (grey - mean) / std * (1 - saturation)
    middle = (images.mean(dim=(2, 3), keepdim=True) * std + mean).mul_(luma)
    middle = middle.sum(dim=1, keepdim=True)
    offset = (brightness * (contrast * mean + (1 - contrast) * middle) - mean) / std
    changed = torch.addcmul(offset, images, brightness * contrast)
    return torch.clamp_(changed, min=-mean / std, max=(1 - mean) / std)


def erase(images: Tensor, probability: float, generator: torch.Generator) -> Tensor:
    """Paint one random rectangle per chosen image with the mean colour of the normalisation."""
    if not probability:
        return images
    num_images, _, height, width = images.shape
    chosen = torch.rand(num_images, generator=generator) < probability
    low, high = _ERASED_SHARE
    area = torch.rand(num_images, generator=generator) * (high - low) + low
    aspect = torch.exp((torch.rand(num_images, generator=generator) * 2 - 1) * math.log(3))
    center_y = torch.rand(num_images, generator=generator)
    center_x = torch.rand(num_images, generator=generator)
    half_y, half_x = (area * aspect).sqrt() / 2, (area / aspect).sqrt() / 2
    rows = (torch.arange(height) + 0.5) / height
    columns = (torch.arange(width) + 0.5) / width
    inside_rows = (rows - center_y[:, None]).abs() <= half_y[:, None]
    inside_columns = (columns - center_x[:, None]).abs() <= half_x[:, None]
    erased = inside_rows[:, :, None] & inside_columns[:, None, :] & chosen[:, None, None]
    return images.masked_fill(erased[:, None].to(images.device), 0.0)


def _flip(images: Tensor, options: AugmentationSpec, generator: torch.Generator) -> Tensor:
    for wanted, dim in ((options.horizontal_flip, 3), (options.vertical_flip, 2)):
        if wanted:
            flipped = torch.rand(len(images), generator=generator) < 0.5
            mask = flipped.to(images.device)[:, None, None, None]
            images = torch.where(mask, images.flip(dim), images)
    return images


def random_signs(num_images: int, wanted: bool, generator: torch.Generator) -> Tensor:
    """Return -1 or 1 for each image with equal chances; 1 for all unless it is wanted."""
    if not wanted:
        return torch.ones(num_images)
    return torch.where(torch.rand(num_images, generator=generator) < 0.5, -1.0, 1.0)


def _factors(images: Tensor, strength: float, generator: torch.Generator) -> Tensor:
    factors = 1 + (torch.rand(len(images), generator=generator) * 2 - 1) * strength
    return factors.to(images.device)[:, None, None, None]
