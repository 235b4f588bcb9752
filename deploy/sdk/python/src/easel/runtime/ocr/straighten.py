"""The image of one line, made straight and as high as a recogniser takes it."""

# H height, W width, C channels

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from easel.runtime.image.geometry import Pixels

WIDTH_STEP = 32
"""Lines are padded to a multiple of this width, so that lines of alike length share a batch."""


def straighten(pixels: Pixels, corners: NDArray[np.float64], height: int) -> NDArray[np.float32]:
    """Cut a quadrilateral out of an image and stretch it to a rectangle of a height.

    The width keeps the aspect of the mean sides; see ``cut_out``.

    Args:
        pixels: (H, W, 3) uint8.
        corners: (4, 2) x and y in edges of pixels, clockwise from where the text begins.
        height: of the result.

    Returns:
        (height, width) float32 in 0..1: the luma (ITU-R BT.601).
    """
    long, short = mean_sides(corners)
    return cut_out(pixels, corners, (height, max(1, int(np.floor(height * long / short + 0.5)))))


def mean_sides(corners: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean width and height, at least 1e-6, of a quadrilateral (4, 2)."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return float((sides[0] + sides[2]) / 2), max(float((sides[1] + sides[3]) / 2), 1e-6)


def cut_out(
    pixels: Pixels, corners: NDArray[np.float64], size: tuple[int, int]
) -> NDArray[np.float32]:
    """Cut a quadrilateral out of an image and stretch it to a rectangle of a size.

    Each pixel is the bilinear mean of the source at its place under the homography; where many
    source pixels make one, the mean of a grid of so many samples is taken. Outside of the image
    its border is repeated.

    Args:
        pixels: (H, W, 3) uint8.
        corners: (4, 2) x and y in edges of pixels, clockwise from the upper left of the result.
        size: height and width of the result.

    Returns:
        (height, width) float32 in 0..1: the luma (ITU-R BT.601).
    """
    height, width = size
    samples = min(4, max(1, int(np.ceil(mean_sides(corners)[1] / height))))
    low = np.floor(corners.min(axis=0)).astype(int) - 2
    high = np.ceil(corners.max(axis=0)).astype(int) + 3
    extent = np.array([pixels.shape[1], pixels.shape[0]])
    first = np.clip(low, 0, extent - 1)
    last = np.clip(high, first + 1, extent)
    part = pixels[first[1] : last[1], first[0] : last[0]].astype(np.float64)
    grey = part @ np.array([0.299, 0.587, 0.114]) / 255
    map_back = homography(
        np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64), corners - first
    )
    y, x = np.mgrid[: height * samples, : width * samples]
    places = np.stack([(x + 0.5) / samples, (y + 0.5) / samples, np.ones(x.shape)])
    u, v, w = np.tensordot(map_back, places, axes=1)
    fine = _bilinear(grey, u / w - 0.5, v / w - 0.5)
    means = fine.reshape(height, samples, width, samples).mean(axis=(1, 3))
    cut: NDArray[np.float32] = means.astype(np.float32)
    return cut


def line_tensor(line: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the recogniser's input (1, 1, H, W') of a line (H, W): -1..1, padded with its ground.

    The ground is the median of the line, so that padding shows no edge.
    """
    height, width = line.shape
    padded = np.full((height, -(-width // WIDTH_STEP) * WIDTH_STEP), np.median(line), np.float32)
    padded[:, :width] = line
    return (padded * 2 - 1)[np.newaxis, np.newaxis].astype(np.float32)


def homography(source: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the (3, 3) map that takes four points (4, 2) to four others."""
    rows = []
    for (x, y), (u, v) in zip(source, target):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    solved = np.linalg.solve(np.array(rows), target.reshape(-1))
    matrix: NDArray[np.float64] = np.append(solved, 1.0).reshape(3, 3)
    return matrix


def _bilinear(
    grey: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64]
) -> NDArray[np.float64]:
    x = np.clip(x, 0, grey.shape[1] - 1)
    y = np.clip(y, 0, grey.shape[0] - 1)
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    right = np.minimum(left + 1, grey.shape[1] - 1)
    bottom = np.minimum(top + 1, grey.shape[0] - 1)
    fx, fy = x - left, y - top
    above = grey[top, left] * (1 - fx) + grey[top, right] * fx
    below = grey[bottom, left] * (1 - fx) + grey[bottom, right] * fx
    mixed: NDArray[np.float64] = above * (1 - fy) + below * fy
    return mixed
