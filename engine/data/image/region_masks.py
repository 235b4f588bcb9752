"""Annotated regions of images as pixels: what a network that outlines things learns."""

# N objects of all images, h w of the targets, H W of the network's image

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from easel.runtime.image import Preprocessing
from easel.runtime.image.context import Placement
from numpy.typing import NDArray
from torch import Tensor

from engine.data.image.rasters import covered, fill
from engine.data.image.region_boxes import BoxTargets, image_size, labelled_regions
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import PreprocessingOp
from engine.specs.samples.geometry import Geometry, Mask, Point, Polygon, Quad

Coverage = NDArray[np.uint8]


class MaskTargets:
    """Boxes, labels and images of objects as ``BoxTargets``, and ``masks`` (N, h, w).

    A mask says how much of each cell, a square of pixels of the network's image, an object
    covers, 0..1. Masks are drawn when they are first asked for.

    Args:
        records: the samples of one split.
        labels: all label names, in the order of the scores.
        preprocessing: the op list of the package's manifest.
        stride: pixels along a side of a cell, for an image of some height and width.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        labels: Sequence[str],
        preprocessing: Sequence[PreprocessingOp],
        stride: Callable[[tuple[int, int]], int],
    ) -> None:
        self._records = records
        self._boxes = BoxTargets(records, labels, preprocessing)
        self._geometry = Preprocessing([op.model_dump(mode="json") for op in preprocessing])
        self._stride = stride(self._geometry.size)
        self._drawn: dict[int, Coverage] = {}

    def __call__(self, indices: NDArray[np.intp]) -> dict[str, Tensor]:
        """Return the objects of some samples end to end."""
        masks = np.concatenate([self._masks(int(index)) for index in indices])
        return {
            **self._boxes(indices),
            "masks": torch.from_numpy(masks).float() / 255,
        }

    def _masks(self, index: int) -> Coverage:
        if index not in self._drawn:
            self._drawn[index] = self._draw(self._records[index])
        return self._drawn[index]

    def _draw(self, record: SampleRecord) -> Coverage:
        size, stride = self._geometry.size, self._stride
        place = self._geometry.context(image_size(record)).placement
        cells = size[0] // stride, size[1] // stride
        drawn = np.zeros((0, *cells), dtype=np.uint8)
        shares = [
            _placed(region.geometry, image_size(record), place, size)
            .reshape(cells[0], stride, cells[1], stride)
            .mean(axis=(1, 3))
            for region in labelled_regions(record)
        ]
        return (
            # Bytes, since the masks of a whole split stay in memory.
            np.stack([np.round(one * 255).astype(np.uint8) for one in shares]) if shares else drawn
        )


def _placed(
    geometry: Geometry, source: tuple[int, int], place: Placement, size: tuple[int, int]
) -> NDArray[np.bool_]:
    """Return the pixels of the network's image that an object covers."""
    if isinstance(geometry, Polygon | Quad):
        rings = geometry.rings if isinstance(geometry, Polygon) else (geometry.points,)
        return fill([[_inward(point, place) for point in ring] for ring in rings], size)
    mask = covered(geometry, geometry.size if isinstance(geometry, Mask) else source)
    rows = np.floor((np.arange(size[0]) + 0.5) * place.y_scale + place.top).astype(np.intp)
    columns = np.floor((np.arange(size[1]) + 0.5) * place.x_scale + place.left).astype(np.intp)
    in_rows = (rows >= 0) & (rows < mask.shape[0])
    in_columns = (columns >= 0) & (columns < mask.shape[1])
    taken = mask[np.clip(rows, 0, mask.shape[0] - 1)][:, np.clip(columns, 0, mask.shape[1] - 1)]
    placed: NDArray[np.bool_] = taken & in_rows[:, np.newaxis] & in_columns
    return placed


def _inward(point: Point, place: Placement) -> Point:
    """Return a point of the source in pixels of the network's image."""
    return (point[0] - place.left) / place.x_scale, (point[1] - place.top) / place.y_scale
