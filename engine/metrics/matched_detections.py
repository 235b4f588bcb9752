"""Things found in an image beside the things that are in it."""

# N things, D detections, G objects

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from easel.runtime.predictions.suppression import pairwise_overlaps
from easel.runtime.run_lengths import RunLengths, mask_overlaps
from numpy.typing import NDArray

from engine.metrics.coco import Comparison, Floats, Matches, box_areas, match


@dataclass(frozen=True)
class RegionSet:
    """Labelled regions of one image, predicted or true.

    Attributes:
        boxes_N4: x1 y1 x2 y2 in pixels of the image, float64.
        labels_N: place of each label in the run's list.
        scores_N: 0..1; ones for what is true.
        masks: the pixels of each; empty where only boxes are known.
    """

    boxes_N4: Floats
    labels_N: NDArray[np.intp]
    scores_N: Floats
    masks: tuple[RunLengths, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.labels_N)

    def of(self, places: NDArray[np.intp]) -> RegionSet:
        """Return some of the things."""
        masks = tuple(self.masks[place] for place in places) if self.masks else ()
        return RegionSet(self.boxes_N4[places], self.labels_N[places], self.scores_N[places], masks)

    @property
    def areas_N(self) -> Floats:
        """Return areas in square pixels: of the masks where there are any, else of the boxes."""
        if self.masks:
            return np.array([mask.area for mask in self.masks], dtype=np.float64)
        return box_areas(self.boxes_N4)


def overlaps(found: RegionSet, truth: RegionSet) -> Floats:
    """Return the intersection over union (D, G): of masks where both have them, else of boxes."""
    if len(found) == 0 or len(truth) == 0:
        return np.zeros((len(found), len(truth)))
    if found.masks and truth.masks:
        return mask_overlaps(found.masks, truth.masks)
    return pairwise_overlaps(found.boxes_N4, truth.boxes_N4)


@dataclass(frozen=True)
class Compared:
    """One image: what was found, what is true, and how far they overlap."""

    found: RegionSet
    truth: RegionSet
    overlaps_DG: Floats

    def of_label(self, label: int) -> Comparison:
        """Return what average precision needs of one label."""
        detections = np.flatnonzero(self.found.labels_N == label)
        objects = np.flatnonzero(self.truth.labels_N == label)
        return Comparison(
            scores_D=self.found.scores_N[detections],
            found_areas_D=self.found.areas_N[detections],
            true_areas_G=self.truth.areas_N[objects],
            overlaps_DG=self.overlaps_DG[np.ix_(detections, objects)],
        )

    def decided(self, thresholds_K: Floats) -> Compared:
        """Return the image with the detections whose score reaches their label's threshold."""
        kept = np.flatnonzero(self.found.scores_N >= thresholds_K[self.found.labels_N])
        return Compared(self.found.of(kept), self.truth, self.overlaps_DG[kept])


def compare(found: RegionSet, truth: RegionSet) -> Compared:
    """Put what was found beside what is true."""
    return Compared(found, truth, overlaps(found, truth))


def match_label(
    images: Sequence[Compared], label: int, area: tuple[float, float], thresholds: Floats
) -> list[Matches]:
    """Give the detections of one label to its objects, in the images that have any of either."""
    # Of many labels most are in few images, and those without would take most of the time.
    having = [one for one in images if label in one.found.labels_N or label in one.truth.labels_N]
    return [match(image.of_label(label), area, thresholds) for image in having or images[:1]]
