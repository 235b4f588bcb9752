"""Average precision equals that of the reference implementation."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from easel.runtime.predictions.suppression import pairwise_overlaps
from numpy.typing import NDArray
from pycocotools import cocoeval

from engine.metrics.coco import (
    AREAS,
    Comparison,
    box_areas,
    match,
    precision_curves,
)

Boxes = NDArray[np.float64]


def _random_case(seed: int, num_images: int = 12, num_labels: int = 3) -> tuple[Any, Any]:
    """Return objects and detections: rows of image, label, x, y, width, height (, score)."""
    random = np.random.default_rng(seed)
    objects, detections = [], []
    for image in range(num_images):
        for _ in range(random.integers(0, 9)):
            label = int(random.integers(num_labels))
            box = [*random.uniform(0, 300, 2), *np.exp(random.uniform(1, 5.5, 2))]
            objects.append([image, label, *box])
            for _ in range(random.integers(0, 3)):
                noisy = np.array(box) * random.normal(1, 0.12, 4)
                detections.append([image, label, *np.abs(noisy) + 1, round(random.uniform(), 2)])
        for _ in range(random.integers(0, 130 if image == 3 else 5)):
            box = [*random.uniform(0, 300, 2), *np.exp(random.uniform(1, 5.5, 2))]
            detections.append(
                [image, int(random.integers(num_labels)), *box, round(random.uniform(), 2)]
            )
    return np.array(objects), np.array(detections)


def _reference(objects: Boxes, detections: Boxes, num_images: int, num_labels: int) -> NDArray[Any]:
    """Return pycocotools' precision (T, R, K, A) at 100 detections."""
    from pycocotools.coco import COCO

    truth = {
        "info": {},
        "images": [{"id": image + 1} for image in range(num_images)],
        "categories": [{"id": label + 1} for label in range(num_labels)],
        "annotations": [
            {
                "id": place + 1,
                "image_id": int(row[0]) + 1,
                "category_id": int(row[1]) + 1,
                "bbox": row[2:6].tolist(),
                "area": float(row[4] * row[5]),
                "iscrowd": 0,
            }
            for place, row in enumerate(objects)
        ],
    }
    with contextlib.redirect_stdout(io.StringIO()):
        known = COCO()
        known.dataset = truth
        known.createIndex()
        found = known.loadRes(
            [
                {
                    "image_id": int(row[0]) + 1,
                    "category_id": int(row[1]) + 1,
                    "bbox": row[2:6].tolist(),
                    "score": float(row[6]),
                }
                for row in detections
            ]
        )
        evaluation = cocoeval.COCOeval(known, found, "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
    precision: NDArray[Any] = evaluation.eval["precision"][..., -1]
    return precision


def _ours(
    objects: Boxes, detections: Boxes, num_images: int, label: int, area: tuple[float, float]
) -> NDArray[Any] | None:
    def corners(rows: Boxes) -> Boxes:
        return np.concatenate([rows[:, 2:4], rows[:, 2:4] + rows[:, 4:6]], axis=1)

    matches = []
    for image in range(num_images):
        true = objects[(objects[:, 0] == image) & (objects[:, 1] == label)]
        found = detections[(detections[:, 0] == image) & (detections[:, 1] == label)]
        comparison = Comparison(
            scores_D=found[:, 6],
            found_areas_D=found[:, 4] * found[:, 5],
            true_areas_G=true[:, 4] * true[:, 5],
            overlaps_DG=pairwise_overlaps(corners(found), corners(true)),
        )
        matches.append(match(comparison, area))
    curves = precision_curves(matches)
    return curves.precision_TR if curves.num_objects else None


@pytest.mark.parametrize("seed", range(8))
def test_precision_equals_that_of_pycocotools(seed: int) -> None:
    objects, detections = _random_case(seed)
    reference = _reference(objects, detections, 12, 3)
    for label in range(3):
        for place, area in enumerate(AREAS.values()):
            ours = _ours(objects, detections, 12, label, area)
            expected = reference[:, :, label, place]
            if ours is None:
                assert (expected == -1).all()
            else:
                np.testing.assert_allclose(ours, expected, atol=1e-6)


def test_a_perfect_answer_has_the_precision_one() -> None:
    boxes = np.array([[0.0, 0.0, 10.0, 10.0], [20.0, 20.0, 50.0, 60.0]])
    comparison = Comparison(
        np.array([0.9, 0.8]), box_areas(boxes), box_areas(boxes), pairwise_overlaps(boxes, boxes)
    )

    curves = precision_curves([match(comparison)])

    np.testing.assert_allclose(curves.average_precision, 1.0, atol=1e-12)


def test_a_second_find_of_the_same_object_is_wrong() -> None:
    truth = np.array([[0.0, 0.0, 10.0, 10.0]])
    found = np.array([[0.0, 0.0, 10.0, 10.0], [0.0, 0.0, 10.0, 9.0]])
    comparison = Comparison(
        np.array([0.5, 0.9]), box_areas(found), box_areas(truth), pairwise_overlaps(found, truth)
    )

    matches = match(comparison)

    assert matches.object_TD[0].tolist() == [0, -1]
    assert matches.order_D.tolist() == [1, 0]


def test_boxes_that_only_touch_do_not_overlap() -> None:
    left, right = np.array([[0.0, 0.0, 5.0, 5.0]]), np.array([[5.0, 0.0, 9.0, 5.0]])

    assert pairwise_overlaps(left, right)[0, 0] == 0.0
