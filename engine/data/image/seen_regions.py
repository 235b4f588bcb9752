"""What training sees annotated on images: its targets, turned back into regions to look at."""

# N objects of all images, K named points, h w of masks

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from easel.runtime.image import Preprocessing
from easel.runtime.run_lengths import encode
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from engine.data.image.region_boxes import image_size, labelled_regions
from engine.specs.data import Region, SampleRecord
from engine.specs.samples.geometry import Box, KeyPoint, Mask


def point_names(records: Sequence[SampleRecord]) -> tuple[str, ...]:
    """Return the names of all key points, in the order they are met."""
    regions = (region for record in records for region in labelled_regions(record))
    return tuple(dict.fromkeys(point.name for region in regions for point in region.points))


def key_points(
    records: Sequence[SampleRecord], names: Sequence[str], geometry: Preprocessing
) -> Tensor:
    """Return (N, K, 3): x, y in pixels of the network's image, and what is known of the point.

    That is 2 for a visible one, 1 for a covered one, 0 for one that the object does not have.
    Objects are in the order of ``engine.data.image.region_boxes.BoxTargets``.
    """
    rows = []
    for record in records:
        place = geometry.context(image_size(record)).placement
        for region in labelled_regions(record):
            row = torch.zeros(len(names), 3)
            for point in region.points:
                x = (point.x - place.left) / place.x_scale
                y = (point.y - place.top) / place.y_scale
                row[names.index(point.name)] = torch.tensor([x, y, 1.0 + point.is_visible])
            rows.append(row)
    return torch.stack(rows) if rows else torch.zeros(0, len(names), 3)


def seen_regions(
    targets: Mapping[str, Tensor],
    place: int,
    size: tuple[int, int],
    labels: Sequence[str],
    names: Sequence[str],
) -> tuple[Region, ...]:
    """Return what is annotated on one image of a batch.

    Args:
        targets: of a whole batch: ``boxes`` with ``labels`` and ``samples``, and perhaps ``masks``
            and ``points``; or ``classes``. Others show nothing.
        place: of the image in the batch.
        size: its height and width.
        labels: all label names.
        names: of the ``points``.
    """
    if "classes" in targets:
        return _areas(targets["classes"][place], size, labels)
    if "samples" not in targets:
        return ()
    regions = []
    for index in (targets["samples"] == place).nonzero()[:, 0].tolist():
        geometry: Box | Mask | None = _box(targets["boxes"][index], size)
        if "masks" in targets:
            geometry = _mask(_enlarged(targets["masks"][index], size) >= 0.5)
        if geometry is None:
            continue
        regions.append(
            Region(
                id=str(index),
                label=labels[int(targets["labels"][index])],
                geometry=geometry,
                points=_points(targets["points"][index], names) if "points" in targets else (),
            )
        )
    return tuple(regions)


def _box(corners: Tensor, size: tuple[int, int]) -> Box | None:
    height, width = size
    left, top, right, bottom = (round(value, 2) for value in corners.tolist())
    left, top, right, bottom = max(0, left), max(0, top), min(width, right), min(height, bottom)
    if right <= left or bottom <= top:
        return None
    return Box(left=left, top=top, width=right - left, height=bottom - top)


def _mask(covered: NDArray[np.bool_]) -> Mask | None:
    if not covered.any():
        return None
    lengths = encode(covered)
    return Mask(size=lengths.size, counts=lengths.compressed())


def _enlarged(shares: Tensor, size: tuple[int, int]) -> NDArray[np.float32]:
    """Return a map of cells at the size of the image, cell by cell."""
    enlarged = functional.interpolate(shares[None, None].float(), size=size, mode="nearest")
    values: NDArray[np.float32] = enlarged[0, 0].numpy()
    return values


def _areas(classes: Tensor, size: tuple[int, int], labels: Sequence[str]) -> tuple[Region, ...]:
    """Return the pixels of each class; 0 is the background, less is outside."""
    whole = _enlarged(classes, size).round().astype(np.int64)
    areas = ((name, _mask(whole == place)) for place, name in enumerate(labels, start=1))
    return tuple(
        Region(id=name, label=name, geometry=area) for name, area in areas if area is not None
    )


def _points(points: Tensor, names: Sequence[str]) -> tuple[KeyPoint, ...]:
    return tuple(
        KeyPoint(name=name, x=round(x, 2), y=round(y, 2), is_visible=known == 2)
        for name, (x, y, known) in zip(names, points.tolist(), strict=True)
        if known
    )
