"""What is measured of an image: a few thousand of its pixels say enough."""

# H height, W width

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.drift.measuring.features import Descriptor

Pixels = NDArray[np.uint8]

# Sides of the grid of pixels that brightness and colours are of: four pixels to a cell.
_GRID, _CELLS = 32, 8
# Lines across the image that sharpness is of; within them each pixel counts.
_LINES = 16
# Means over the places of each cell (8, 32).
_MEANS = np.repeat(np.eye(_CELLS, dtype=np.float32), _GRID // _CELLS, axis=1) * (_CELLS / _GRID)


def image_features(pixels: Pixels) -> tuple[dict[str, float | None], Descriptor]:
    """Return numbers of an image, and the mean colours of 8 × 8 cells of it (192,).

    Args:
        pixels: (H, W, 3) uint8 RGB.

    Returns:
        Width and height in pixels; brightness, contrast, saturation and sharpness as shares of
        the full range. Sharpness is the mean step between neighbouring pixels; detail is how much
        of it turns back at the next pixel, which blurring takes away first.
    """
    height, width = pixels.shape[:2]
    rows, columns = (_spread(length, _GRID) for length in (height, width))
    grid = pixels[rows[:, np.newaxis], columns].astype(np.float32)
    red, green, blue = planes = np.ascontiguousarray(grid.transpose(2, 0, 1))
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    brightness = float(luma.sum(dtype=np.float64)) / luma.size
    contrast = max(float(np.vdot(luma, luma)) / luma.size - brightness**2, 0.0) ** 0.5
    colours = np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue)
    steps, turns = _steps(pixels)
    numbers: dict[str, float | None] = {
        "width": float(width),
        "height": float(height),
        "brightness": brightness / 255,
        "contrast": contrast / 255,
        "saturation": float(colours.sum()) / colours.size / 255,
        "sharpness": steps / 255,
        "detail": turns / steps if steps > 0 else None,
    }
    cells: Descriptor = _MEANS @ planes @ _MEANS.T
    return numbers, cells.ravel()


def _spread(length: int, count: int) -> NDArray[np.intp]:
    """Return so many places of a side, spread evenly; those of a short one repeat."""
    places: NDArray[np.intp] = np.arange(count) * length // count
    return places


def _steps(pixels: Pixels) -> tuple[float, float]:
    """Return the mean step between neighbouring pixels, and the mean change of steps."""
    height, width = pixels.shape[:2]
    green = pixels[:, :, 1]
    lines = (green[_spread(height, _LINES)], green[:, _spread(width, _LINES)].T)
    steps, turns = [], []
    for along in lines:
        values = along.astype(np.int16)
        first = values[:, 1:] - values[:, :-1]
        second = first[:, 1:] - first[:, :-1]
        steps.append(_mean_size(first))
        turns.append(_mean_size(second))
    return sum(steps) / 2, sum(turns) / 2


def _mean_size(values: NDArray[np.int16]) -> float:
    return int(np.abs(values).sum()) / values.size if values.size else 0.0
