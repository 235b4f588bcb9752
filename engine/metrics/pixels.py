"""How well the class of every pixel is told: overlap of the classes, errors at their borders."""

# K labels; class 0 is the background; H height, W width

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.metrics.matched_detections import RegionSet

Classes = NDArray[np.integer]
Counts = NDArray[np.int64]

BORDER_PIXELS = 3


@dataclass(frozen=True)
class Pixels:
    """What a model predicted for the pixels of one image: one mask per class that it named."""

    regions: RegionSet

    def classes(self, size: tuple[int, int]) -> NDArray[np.int16]:
        """Return the class (H, W) of each pixel."""
        classes = np.zeros(size, dtype=np.int16)
        for label, mask in zip(self.regions.labels_N, self.regions.masks, strict=True):
            classes[mask.mask()] = label + 1
        return classes


@dataclass(frozen=True)
class PixelCounts:
    """One image, counted.

    Attributes:
        cells: (K + 1, K + 1) pixels; rows are true, columns predicted.
        near_border: wrong pixels, and all, within 3 pixels of where a true class ends.
        inside: the same of the other pixels.
    """

    cells: Counts
    near_border: tuple[int, int]
    inside: tuple[int, int]


def count_pixels(predicted: Classes, truth: Classes, num_labels: int) -> PixelCounts:
    """Compare the classes (H, W) that were predicted with the true ones."""
    size = num_labels + 1
    pairs = truth.astype(np.int64).reshape(-1) * size + predicted.reshape(-1)
    cells = np.bincount(pairs, minlength=size * size).reshape(size, size)
    wrong = predicted != truth
    border = near_borders(truth, BORDER_PIXELS)
    at_border = (int((wrong & border).sum()), int(border.sum()))
    return PixelCounts(
        cells=cells,
        near_border=at_border,
        inside=(int(wrong.sum()) - at_border[0], int(truth.size) - at_border[1]),
    )


def near_borders(classes: Classes, distance: int) -> NDArray[np.bool_]:
    """Return the pixels (H, W) within a distance, along either axis, of another class."""
    near = np.zeros(classes.shape, dtype=np.bool_)
    across, down = classes[:, 1:] != classes[:, :-1], classes[1:] != classes[:-1]
    near[:, 1:] |= across
    near[:, :-1] |= across
    near[1:] |= down
    near[:-1] |= down
    for _ in range(distance - 1):
        wider = near.copy()
        wider[1:] |= near[:-1]
        wider[:-1] |= near[1:]
        wider[:, 1:] |= near[:, :-1]
        wider[:, :-1] |= near[:, 1:]
        near = wider
    return near


def intersection_over_union(cells: Counts) -> NDArray[np.float64]:
    """Return the share (K + 1,) of each class: right over true or predicted; nan for none."""
    right = np.diag(cells).astype(np.float64)
    union = cells.sum(axis=0) + cells.sum(axis=1) - right
    ratio: NDArray[np.float64] = np.divide(
        right, union, out=np.full_like(right, np.nan), where=union > 0
    )
    return ratio


def pixel_numbers(counts: Sequence[PixelCounts]) -> dict[str, float]:
    """Return the numbers that training watches; of all but ``border_error``, more is better.

    Returns:
        ``mean_iou`` over background and labels that are true or predicted somewhere,
        ``pixel_accuracy``, and ``border_error``, the share of wrong pixels near true borders.
    """
    cells = total(counts)
    ratio = intersection_over_union(cells)
    wrong = sum(one.near_border[0] for one in counts)
    border = sum(one.near_border[1] for one in counts)
    return {
        "mean_iou": float(np.nanmean(ratio)) if np.isfinite(ratio).any() else 0.0,
        "pixel_accuracy": float(np.trace(cells) / max(1, cells.sum())),
        "border_error": wrong / border if border else 0.0,
    }


def total(counts: Sequence[PixelCounts]) -> Counts:
    """Return the pixels of all images together."""
    cells: Counts = np.sum([one.cells for one in counts], axis=0)
    return cells
