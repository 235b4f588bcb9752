"""What people annotated in an image, in the form in which answers are evaluated and shown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from easel.runtime.results import Box, Detection, Result, Segment
from easel.runtime.run_lengths import encode
from numpy.typing import NDArray

from engine.data.image.rasters import covered
from engine.data.image.region_boxes import enclosing_box, image_size, labelled_regions
from engine.metrics.matched_detections import RegionSet
from engine.specs.data import SampleRecord


def true_boxes(record: SampleRecord, labels: Sequence[str]) -> RegionSet:
    """Return the annotated objects of a sample as boxes."""
    regions = [region for region in labelled_regions(record) if region.label in labels]
    corners = [enclosing_box(region.geometry) for region in regions]
    return RegionSet(
        boxes_N4=np.array(corners, dtype=np.float64).reshape(-1, 4),
        labels_N=np.array([labels.index(str(one.label)) for one in regions], dtype=np.intp),
        scores_N=np.ones(len(regions)),
    )


def true_masks(record: SampleRecord, labels: Sequence[str]) -> RegionSet:
    """Return the annotated objects of a sample with their pixels."""
    boxes = true_boxes(record, labels)
    regions = [region for region in labelled_regions(record) if region.label in labels]
    size = image_size(record)
    return RegionSet(
        boxes.boxes_N4,
        boxes.labels_N,
        boxes.scores_N,
        tuple(encode(covered(region.geometry, size)) for region in regions),
    )


def class_masks(classes_HW: NDArray[np.integer], num_labels: int) -> RegionSet:
    """Return the pixels of each class that is present, the background left out."""
    present = [place for place in range(num_labels) if (classes_HW == place + 1).any()]
    masks = [classes_HW == place + 1 for place in present]
    return RegionSet(
        boxes_N4=np.array([_around(mask) for mask in masks], dtype=np.float64).reshape(-1, 4),
        labels_N=np.array(present, dtype=np.intp),
        scores_N=np.ones(len(present)),
        masks=tuple(encode(mask) for mask in masks),
    )


def segments(regions: RegionSet, labels: Sequence[str], record: SampleRecord) -> list[Result]:
    """Return the outlined things in a sample's image as a model answers them."""
    height, width = image_size(record)
    return [
        Segment(
            labels[regions.labels_N[place]],
            float(regions.scores_N[place]),
            Box.around(regions.boxes_N4[place], width, height),
            regions.masks[place],
        )
        for place in range(len(regions))
    ]


def _around(mask_HW: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    rows, columns = np.flatnonzero(mask_HW.any(axis=1)), np.flatnonzero(mask_HW.any(axis=0))
    return float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1)


def detections(regions: RegionSet, labels: Sequence[str], record: SampleRecord) -> list[Result]:
    """Return the things in a sample's image as a model answers them."""
    height, width = image_size(record)
    return [
        Detection(
            labels[regions.labels_N[place]],
            float(regions.scores_N[place]),
            Box.around(regions.boxes_N4[place], width, height),
        )
        for place in range(len(regions))
    ]
