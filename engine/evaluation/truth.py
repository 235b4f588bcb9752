"""What people marked in a picture, in the form in which answers are judged and shown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from easel.runtime.results import Box, Detection, Result

from engine.data.region_boxes import enclosing_box, labelled_regions, picture_size
from engine.evaluation.located import Located
from engine.specs.data import SampleRecord


def true_boxes(record: SampleRecord, labels: Sequence[str]) -> Located:
    """Return the marked objects of a sample as boxes."""
    regions = [region for region in labelled_regions(record) if region.label in labels]
    corners = [enclosing_box(region.geometry) for region in regions]
    return Located(
        boxes_N4=np.array(corners, dtype=np.float64).reshape(-1, 4),
        labels_N=np.array([labels.index(str(one.label)) for one in regions], dtype=np.intp),
        scores_N=np.ones(len(regions)),
    )


def detections(located: Located, labels: Sequence[str], record: SampleRecord) -> list[Result]:
    """Return the things in a sample's picture as a model answers them."""
    height, width = picture_size(record)
    return [
        Detection(
            labels[located.labels_N[place]],
            float(located.scores_N[place]),
            Box.around(located.boxes_N4[place], width, height),
        )
        for place in range(len(located))
    ]
