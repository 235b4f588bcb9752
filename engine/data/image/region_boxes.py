"""Annotated regions of images as boxes: what a detector learns, and what it is evaluated by."""

# N objects of all images

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from easel.runtime.image import Preprocessing
from easel.runtime.run_lengths import decompress
from numpy.typing import NDArray
from torch import Tensor

from engine.errors import DataError
from engine.specs.data import CROWD, Region, SampleRecord
from engine.specs.package.manifest import PreprocessingOp
from engine.specs.samples.geometry import Box, Geometry, Mask, Polygon, Quad

Corners = tuple[float, float, float, float]


def enclosing_box(geometry: Geometry) -> Corners:
    """Return the upright rectangle x1 y1 x2 y2 around a place in an image.

    Raises:
        DataError: ``region_without_place`` for places in texts, recordings and videos.
    """
    match geometry:
        case Box():
            left, top = geometry.left, geometry.top
            return left, top, left + geometry.width, top + geometry.height
        case Quad():
            return _around(geometry.points)
        case Polygon():
            return _around([point for ring in geometry.rings for point in ring])
        case Mask():
            rows, columns = np.nonzero(decompress(geometry.size, geometry.counts).mask())
            if not len(rows):
                return 0.0, 0.0, 0.0, 0.0
            return (
                float(columns.min()),
                float(rows.min()),
                # The far edge of the last pixel.
                float(columns.max() + 1),
                float(rows.max() + 1),
            )
        case _:
            raise DataError(
                f"A region is a {geometry.kind}; in an image boxes, quads, polygons and masks can "
                "be annotated. Choose data of images.",
                code="region_without_place",
                kind=geometry.kind,
            )


def labelled_regions(record: SampleRecord) -> list[Region]:
    """Return the regions that have a label and a place of some size, and mark one object each."""
    regions = []
    for region in record.regions:
        left, top, right, bottom = enclosing_box(region.geometry)
        is_crowd = region.attributes.get(CROWD) is True
        if region.label is not None and right > left and bottom > top and not is_crowd:
            regions.append(region)
    return regions


class BoxTargets:
    """Boxes (N, 4) x1 y1 x2 y2 in pixels of the network's image, labels and images (N,).

    Args:
        records: the samples of one split.
        labels: all label names, in the order of the scores.
        preprocessing: the op list of the package's manifest.

    Raises:
        DataError: ``image_size_unknown`` when a record does not say how large its image is.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        labels: Sequence[str],
        preprocessing: Sequence[PreprocessingOp],
    ) -> None:
        geometry = Preprocessing([op.model_dump(mode="json") for op in preprocessing])
        position = {label: index for index, label in enumerate(labels)}
        self._boxes: list[NDArray[np.float32]] = []
        self._labels: list[NDArray[np.int64]] = []
        for record in records:
            regions = labelled_regions(record)
            corners = np.array(
                [enclosing_box(region.geometry) for region in regions], dtype=np.float64
            ).reshape(-1, 4)
            place = geometry.context(image_size(record)).placement
            offset = np.array([place.left, place.top] * 2)
            scale = np.array([place.x_scale, place.y_scale] * 2)
            self._boxes.append(((corners - offset) / scale).astype(np.float32))
            named = [position[region.label] for region in regions if region.label is not None]
            self._labels.append(np.array(named, dtype=np.int64))

    def __call__(self, indices: NDArray[np.intp]) -> dict[str, Tensor]:
        """Return the objects of some samples end to end: ``boxes``, ``labels``, ``samples``."""
        boxes = [self._boxes[index] for index in indices]
        samples = np.repeat(np.arange(len(indices)), [len(one) for one in boxes])
        return {
            "boxes": torch.from_numpy(np.concatenate(boxes)),
            "labels": torch.from_numpy(np.concatenate([self._labels[at] for at in indices])),
            "samples": torch.from_numpy(samples.astype(np.int64)),
        }


def image_size(record: SampleRecord) -> tuple[int, int]:
    """Return height and width of a sample's image.

    Raises:
        DataError: ``image_size_unknown``.
    """
    if record.height is None or record.width is None:
        raise DataError(
            f"The size of '{record.name}' is not known, so its boxes cannot be placed. "
            "Freeze the dataset version again, or bring the data in again.",
            code="image_size_unknown",
            sample=record.name,
        )
    return record.height, record.width


def _around(points: Sequence[tuple[float, float]]) -> Corners:
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)
