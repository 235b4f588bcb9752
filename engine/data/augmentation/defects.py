"""Flaws painted on normal images, for a network to learn what a flaw looks like at all.

Sources: Li et al., CVPR 2021 (CutPaste: a piece, or a thin scar, of an image somewhere else);
Zavrtanik et al., ICCV 2021 (DRAEM: blots of odd shape with another texture).
"""

# B images, C channels, H height, W width

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

# Images left as they are: what is normal must be seen too.
_CLEAN_SHARE = 0.3


def paint_defects(images_BCHW: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Paint up to three flaws on each image.

    Args:
        images_BCHW: float32, normalised.
        generator: the only source of randomness, on the CPU.

    Returns:
        The images and where they were painted, (B, H, W) in 0..1.
    """
    height, width = images_BCHW.shape[2:]
    painted, wheres = [], []
    for image in images_BCHW:
        where = torch.zeros(height, width)
        if _chance(generator) > _CLEAN_SHARE:
            for _ in range(1 + int(_chance(generator) * 3)):
                spot = _SHAPES[int(_chance(generator) * len(_SHAPES))](height, width, generator)
                filling = _filling(images_BCHW, image, generator)
                share = (spot * (0.4 + 0.6 * _chance(generator))).to(image.device)
                image = image * (1 - share) + filling * share
                where = torch.maximum(where, spot)
        painted.append(image)
        wheres.append(where)
    return torch.stack(painted), torch.stack(wheres).to(images_BCHW.device)


def _blot(height: int, width: int, generator: torch.Generator) -> Tensor:
    """Return a blot of odd shape: where smooth noise is high, near one point."""
    noise = torch.randn(1, 1, 6, 6, generator=generator)
    smooth = functional.interpolate(noise, (height, width), mode="bicubic")[0, 0]
    y, x = _grid(height, width)
    radius = (0.04 + 0.16 * _chance(generator)) * min(height, width)
    row, column = _chance(generator) * height, _chance(generator) * width
    near = 1 - ((y - row).square() + (x - column).square()).sqrt() / radius
    return ((near + 0.35 * smooth) * 3).clamp(0, 1)


def _scar(height: int, width: int, generator: torch.Generator) -> Tensor:
    """Return a thin line, perhaps bent."""
    y, x = _grid(height, width)
    row, column = _chance(generator) * height, _chance(generator) * width
    angle = math.pi * _chance(generator)
    along = (x - column) * math.cos(angle) + (y - row) * math.sin(angle)
    across = (y - row) * math.cos(angle) - (x - column) * math.sin(angle)
    half = (0.06 + 0.24 * _chance(generator)) * min(height, width)
    bend = (2 * _chance(generator) - 1) * 0.5 / half
    thickness = 0.7 + 0.02 * min(height, width) * _chance(generator)
    ends = (half - along.abs()).clamp(0, 1)
    return ends * (thickness + 0.5 - (across - bend * along.square()).abs()).clamp(0, 1)


def _piece(height: int, width: int, generator: torch.Generator) -> Tensor:
    """Return a rectangle."""
    y, x = _grid(height, width)
    half_height = (0.03 + 0.12 * _chance(generator)) * height
    half_width = (0.03 + 0.12 * _chance(generator)) * width
    row, column = _chance(generator) * height, _chance(generator) * width
    return (((y - row).abs() < half_height) & ((x - column).abs() < half_width)).float()


_SHAPES = (_blot, _scar, _piece)


def _filling(images_BCHW: Tensor, image_CHW: Tensor, generator: torch.Generator) -> Tensor:
    """Return what a flaw is filled with: one tone, or a piece of some image from elsewhere."""
    if _chance(generator) < 0.5:
        tone = torch.randn(len(image_CHW), 1, 1, generator=generator) * 0.3
        shift = (2 * _chance(generator) - 1) * 2.5
        return image_CHW.mean(dim=(1, 2), keepdim=True) + (tone + shift).to(image_CHW.device)
    source = images_BCHW[int(_chance(generator) * len(images_BCHW))]
    height, width = source.shape[1:]
    shifts = (int(_chance(generator) * height), int(_chance(generator) * width))
    moved = source.roll(shifts, dims=(1, 2))
    if height == width and _chance(generator) < 0.5:
        moved = moved.transpose(1, 2)
    return moved * (0.7 + 0.6 * _chance(generator)) + 0.4 * (2 * _chance(generator) - 1)


def _grid(height: int, width: int) -> tuple[Tensor, Tensor]:
    y, x = torch.meshgrid(torch.arange(height) + 0.5, torch.arange(width) + 0.5, indexing="ij")
    return y, x


def _chance(generator: torch.Generator) -> float:
    return float(torch.rand((), generator=generator))
