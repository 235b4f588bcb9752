"""Annotated regions of images as one class per cell: what semantic segmentation learns."""

# B images, h w of the targets

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from easel.runtime.image import Preprocessing
from numpy.typing import NDArray
from torch import Tensor

from engine.data.image.rasters import covered
from engine.data.image.region_boxes import image_size, labelled_regions
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import PreprocessingOp
from engine.specs.samples.geometry import Mask

IGNORED = -1
Classes = NDArray[np.int16]


def class_map(record: SampleRecord, labels: Sequence[str]) -> Classes:
    """Return the class (H, W) of each pixel of a sample's image; 0 is the background.

    Where regions overlap, the later one is seen.
    """
    position = {label: index + 1 for index, label in enumerate(labels)}
    classes = np.zeros(image_size(record), dtype=np.int16)
    for region in labelled_regions(record):
        place = position.get(str(region.label))
        if place is None:
            continue
        size = region.geometry.size if isinstance(region.geometry, Mask) else classes.shape
        classes[covered(region.geometry, (size[0], size[1]))] = place
    return classes


class ClassMapTargets:
    """``classes`` (B, h, w): 0 for the background, -1 where the image does not reach.

    Maps are drawn when they are first asked for.

    Args:
        records: the samples of one split.
        labels: all label names, in the order of the scores.
        preprocessing: the op list of the package's manifest.
        stride: pixels of the network's image per cell.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        labels: Sequence[str],
        preprocessing: Sequence[PreprocessingOp],
        stride: int,
    ) -> None:
        self._records = records
        self._labels = labels
        self._geometry = Preprocessing([op.model_dump(mode="json") for op in preprocessing])
        self._stride = stride
        self._drawn: dict[int, Classes] = {}

    def __call__(self, indices: NDArray[np.intp]) -> dict[str, Tensor]:
        """Return the maps of some samples."""
        for index in indices.tolist():
            if index not in self._drawn:
                self._drawn[index] = self._draw(self._records[index])
        maps = np.stack([self._drawn[index] for index in indices.tolist()])
        return {"classes": torch.from_numpy(maps.astype(np.int64))}

    def _draw(self, record: SampleRecord) -> Classes:
        """Take the class at the middle of each cell."""
        classes = class_map(record, self._labels)
        place = self._geometry.context(image_size(record)).placement
        height, width = (side // self._stride for side in self._geometry.size)
        down = (np.arange(height) + 0.5) * self._stride * place.y_scale + place.top
        across = (np.arange(width) + 0.5) * self._stride * place.x_scale + place.left
        rows, columns = np.floor(down).astype(int), np.floor(across).astype(int)
        # One pixel of frame stands for all that lies outside.
        framed = np.pad(classes, 1, constant_values=IGNORED)
        taken: Classes = framed[
            np.clip(rows + 1, 0, classes.shape[0] + 1)[:, np.newaxis],
            np.clip(columns + 1, 0, classes.shape[1] + 1),
        ]
        return taken
