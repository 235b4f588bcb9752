"""What an image looks like in a few hundred numbers: directions of edges, and colours."""

# C cells on a side, B bins of direction

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_SIDE, _CELL, _BINS = 64, 8, 9
_COLOURS, _PATCHES = 4, 4
_CLIP = 0.2
# Edges are nine tenths of the features and would outvote the colours.
_EDGE_WEIGHT = 0.2


def image_features(image: Image.Image) -> NDArray[np.float32]:
    """Return the features of an RGB image of any size: edges, colours, and where the colours are.

    Source: the histograms of oriented gradients are those of Dalal & Triggs, CVPR 2005 (8 x 8
    pixels, 9 unsigned directions, L2-Hys), over cells alone instead of overlapping blocks.
    """
    small = image.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    pixels = np.asarray(small, dtype=np.float32) / np.float32(255)
    edges = _edges(pixels.mean(axis=2, dtype=np.float32))
    # The root of a histogram is compared as Hellinger does, in which few pixels count too.
    colours = np.sqrt(_colours(pixels))
    size = _SIDE // _PATCHES
    patches = pixels.reshape(_PATCHES, size, _PATCHES, size, 3).mean(axis=(1, 3)).ravel()
    return np.concatenate([edges, colours, patches]).astype(np.float32)


def feature_weights() -> NDArray[np.float32]:
    """Return how much each feature counts once all are of the same spread."""
    weights = np.ones(image_features(Image.new("RGB", (_SIDE, _SIDE))).size, dtype=np.float32)
    weights[: (_SIDE // _CELL) ** 2 * _BINS] = _EDGE_WEIGHT
    return weights


def _edges(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the histograms of oriented gradients of a grey image (64, 64)."""
    down, right = np.gradient(grey)
    strength = np.hypot(down, right)
    angle = np.mod(np.arctan2(down, right), np.pi) * (_BINS / np.pi)
    low = np.floor(angle).astype(np.int64)
    share = angle - low
    num = _SIDE // _CELL
    cell = np.arange(_SIDE) // _CELL
    place = (cell[:, None] * num + cell[None, :]) * _BINS
    found = np.zeros(num * num * _BINS)
    for bins, weights in ((low % _BINS, 1 - share), ((low + 1) % _BINS, share)):
        found += np.bincount(
            (place + bins).ravel(), (strength * weights).ravel(), minlength=len(found)
        )
    cells = found.reshape(num * num, _BINS)
    cells /= np.sqrt((cells**2).sum(axis=1, keepdims=True) + 1e-3)
    clipped: NDArray[np.float32] = np.minimum(cells, _CLIP).ravel().astype(np.float32)
    return clipped


def _colours(pixels: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return the share of each of 64 colours."""
    levels = np.minimum((pixels * _COLOURS).astype(np.int64), _COLOURS - 1).reshape(-1, 3)
    names = (levels[:, 0] * _COLOURS + levels[:, 1]) * _COLOURS + levels[:, 2]
    shares: NDArray[np.float64] = np.bincount(names, minlength=_COLOURS**3) / len(names)
    return shares
