"""What the windows of one image look like: edges and colours, pooled over the cells of a grid."""

# N windows, G cells on a side, C channels, H height, W width

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from easel.errors import InputError
from easel.runtime.image.decode import FORMATS, MALFORMED, MAX_PIXELS, TOO_LARGE, rgb_pixels
from numpy.typing import NDArray
from PIL import Image

_SIDE, _BINS = 256, 6
_COLOURS = 4
# How far beyond a window is looked, as a part of its sides: what surrounds an object tells of it.
_CONTEXT = 1.35
_FAINT = 1e-4

Floats = NDArray[np.float32]
Windows = NDArray[np.float64]


@dataclass(frozen=True)
class Channels:
    """The channels of one image, summed from its top left corner.

    Attributes:
        sums: (H + 1, W + 1, C) of the image at the scale that it is looked at.
        scale: pixels there for one of the file.
    """

    sums: NDArray[np.float64]
    scale: float

    @property
    def width(self) -> int:
        """Return the pixels in a row."""
        return int(self.sums.shape[1]) - 1

    @property
    def height(self) -> int:
        """Return the pixels in a column."""
        return int(self.sums.shape[0]) - 1


def read_channels(path: Path) -> Channels | None:
    """Return the channels of an image file; ``None`` for one that cannot be decoded."""
    try:
        with Image.open(path, formats=FORMATS) as image:
            if image.width * image.height > MAX_PIXELS:
                return None
            return channels_of(Image.fromarray(rgb_pixels(image)))
    except (*TOO_LARGE, *MALFORMED, InputError):
        return None


def scale_of(width: int, height: int) -> float:
    """Return at which scale an image of this size is looked at."""
    return min(1.0, _SIDE / max(width, height))


def channels_of(image: Image.Image) -> Channels:
    """Return the channels of an upright RGB image: directions of edges, strength, and colours.

    Source: Dollár, Tu, Perona & Belongie, Integral Channel Features, BMVC 2009.
    """
    scale = scale_of(*image.size)
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    pixels = np.asarray(image.resize(size, Image.Resampling.BOX), dtype=np.float32) / 255
    grey = np.pad(pixels.mean(axis=2), 1, mode="edge")
    down = (grey[2:, 1:-1] - grey[:-2, 1:-1]) / 2
    right = (grey[1:-1, 2:] - grey[1:-1, :-2]) / 2
    strength = np.hypot(down, right)
    angle = np.mod(np.arctan2(down, right), np.pi) * (_BINS / np.pi)
    found = np.empty((*strength.shape, _BINS + 1 + _COLOURS))
    for number in range(_BINS):
        away = np.abs(angle - number)
        # An edge counts for the two directions it lies between; the last is beside the first.
        found[..., number] = strength * np.maximum(0, 1 - np.minimum(away, _BINS - away))
    found[..., _BINS] = strength
    found[..., _BINS + 1 : _BINS + 4] = pixels
    found[..., _BINS + 4] = pixels.max(axis=2) - pixels.min(axis=2)
    sums = np.zeros((found.shape[0] + 1, found.shape[1] + 1, found.shape[2]))
    sums[1:, 1:] = found.cumsum(axis=0).cumsum(axis=1)
    return Channels(sums, scale)


def window_features(channels: Channels, windows: Windows, cells: int) -> Floats:
    """Return what windows look like (N, F): the mean of each channel in each cell, and their size.

    Args:
        channels: of the image.
        windows: (N, 4) left, top, right and bottom, in pixels of the channels.
        cells: of the grid, on a side.
    """
    wide, high = channels.width, channels.height
    middle = (windows[:, :2] + windows[:, 2:]) / 2
    sides = np.maximum(windows[:, 2:] - windows[:, :2], 1e-6) * _CONTEXT
    steps = np.linspace(-0.5, 0.5, cells + 1)
    edges = middle[:, None, :] + steps[None, :, None] * sides[:, None, :]
    across = np.clip(np.rint(edges[..., 0]), 0, wide).astype(np.int64)
    along = np.clip(np.rint(edges[..., 1]), 0, high).astype(np.int64)
    # Any rectangle is the sum of four corners, however large it is.
    corners = channels.sums[along[:, :, None], across[:, None, :]]
    found = corners[:, 1:, 1:] - corners[:, :-1, 1:] - corners[:, 1:, :-1] + corners[:, :-1, :-1]
    areas = np.diff(along, axis=1)[:, :, None] * np.diff(across, axis=1)[:, None, :]
    found /= np.maximum(areas, 1)[..., None]
    edge = found[..., :_BINS]
    edge /= np.sqrt((edge**2).sum(axis=-1, keepdims=True) + _FAINT)
    size = np.log(np.maximum(sides / (wide, high), 1e-3))
    ratio = np.log(sides[:, :1] / sides[:, 1:])
    # An image without a region has no window, and then no side can be told from the others.
    flat = found.reshape(len(windows), cells * cells * found.shape[-1])
    return np.concatenate([flat, size, ratio], axis=1).astype(np.float32)
