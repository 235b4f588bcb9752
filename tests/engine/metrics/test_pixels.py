"""Pixels of classes are counted rightly, near borders and inside."""

from __future__ import annotations

import numpy as np
import pytest

from engine.data.image.true_regions import class_masks
from engine.metrics.pixels import (
    Pixels,
    count_pixels,
    intersection_over_union,
    near_borders,
    pixel_numbers,
)


def _truth() -> np.ndarray:
    truth = np.zeros((20, 30), dtype=np.int16)
    truth[5:15, 10:20] = 1
    return truth


def test_a_perfect_answer_has_full_overlap_and_no_errors() -> None:
    numbers = pixel_numbers([count_pixels(_truth(), _truth(), 2)])

    assert numbers == {"mean_iou": 1.0, "pixel_accuracy": 1.0, "border_error": 0.0}


def test_overlap_is_right_pixels_over_those_true_or_said() -> None:
    predicted = _truth()
    predicted[5:15, 10:15] = 2
    counts = count_pixels(predicted, _truth(), 2)

    assert intersection_over_union(counts.cells).tolist() == [1.0, 0.5, 0.0]
    assert counts.near_border[0] + counts.inside[0] == 50


def test_classes_that_are_nowhere_do_not_count() -> None:
    counts = count_pixels(_truth(), _truth(), 3)

    assert np.isnan(intersection_over_union(counts.cells)).tolist() == [False, False, True, True]


def test_borders_reach_as_far_as_they_are_asked_to() -> None:
    classes = np.zeros((1, 20), dtype=np.int16)
    classes[:, 10:] = 1

    assert np.flatnonzero(near_borders(classes, 1)[0]).tolist() == [9, 10]
    assert np.flatnonzero(near_borders(classes, 3)[0]).tolist() == [7, 8, 9, 10, 11, 12]


@pytest.mark.parametrize("seed", range(3))
def test_masks_of_classes_hold_the_whole_map(seed: int) -> None:
    classes = np.random.default_rng(seed).integers(0, 4, (12, 17))
    again = Pixels(class_masks(classes, 3)).classes(classes.shape)

    np.testing.assert_array_equal(again, classes)
