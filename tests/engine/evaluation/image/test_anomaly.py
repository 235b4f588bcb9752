"""Curves and shares of anomalous images and pixels against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime.run_lengths import encode
from sklearn.metrics import average_precision_score, roc_auc_score

from engine.evaluation.image.anomaly import (
    Anomaly,
    anomaly_numbers,
    choose_threshold,
    decided_numbers,
    pixel_numbers,
    roc,
    spread,
)
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Mask

SIDE = 20


def _record(is_odd: bool, mask: np.ndarray | None = None) -> SampleRecord:
    regions = ()
    if mask is not None:
        geometry = Mask(size=mask.shape, counts=encode(mask).compressed())
        regions = (Region(id="1", label="crack", geometry=geometry),)
    return SampleRecord(
        id="a",
        file="a",
        name="a",
        sha256="a",
        split=Split.TEST,
        width=SIDE,
        height=SIDE,
        value=float(is_odd),
        regions=regions,
    )


def _predicted(scores: np.ndarray) -> list[Anomaly]:
    return [Anomaly(float(score), np.zeros((2, 2), np.float32)) for score in scores]


def test_areas_are_those_of_a_reference_with_ties() -> None:
    random = np.random.default_rng(0)
    scores = random.integers(0, 12, 80) / 12
    is_odd = random.random(80) < 0.3
    records = [_record(bool(odd)) for odd in is_odd]

    numbers = anomaly_numbers(_predicted(scores), records)

    assert numbers["auroc"] == pytest.approx(roc_auc_score(is_odd, scores), abs=1e-12)
    assert numbers["average_precision"] == pytest.approx(
        average_precision_score(is_odd, scores), abs=1e-12
    )


def test_images_of_one_kind_tell_nothing() -> None:
    assert roc(np.array([0.1, 0.9]), np.array([False, False])).area == 0.5


def test_a_threshold_lies_between_the_kinds_where_both_are_known() -> None:
    scores = np.r_[np.full(6, 0.2), np.full(6, 0.6)]
    records = [_record(number >= 6) for number in range(12)]

    threshold = choose_threshold(_predicted(scores), records)

    assert threshold == pytest.approx(0.4)
    assert decided_numbers(_predicted(scores), records, threshold)["f1"] == 1.0


def test_without_anomalous_images_the_threshold_is_where_normal_ends() -> None:
    assert choose_threshold(_predicted(np.linspace(0, 0.6, 20)), [_record(False)] * 20) == 0.5


def test_a_map_that_is_the_mask_is_perfect() -> None:
    mask = np.zeros((SIDE, SIDE), np.bool_)
    mask[3:8, 4:12] = True
    predicted = [
        Anomaly(1.0, mask.astype(np.float32)),
        Anomaly(0.0, np.zeros((SIDE, SIDE), np.float32)),
    ]

    numbers = pixel_numbers(predicted, [_record(True, mask), _record(False)])

    assert numbers["pixel_auroc"] == pytest.approx(1.0)
    assert numbers["pro"] == pytest.approx(1.0)


def test_each_region_counts_alike_whatever_its_size() -> None:
    mask = np.zeros((SIDE, SIDE), np.bool_)
    mask[:2, :2] = mask[6:16, 6:16] = True
    heat = np.zeros((SIDE, SIDE), np.float32)
    heat[6:16, 6:16] = 1.0

    numbers = pixel_numbers([Anomaly(1.0, heat)], [_record(True, mask)])

    # The large region is found at once; the small one not before every pixel is.
    assert numbers["pro"] == pytest.approx(0.5)


def test_no_mask_means_no_number_of_pixels() -> None:
    assert pixel_numbers(_predicted(np.array([0.1, 0.9])), [_record(False), _record(True)]) == {}


def test_a_map_is_spread_between_the_middles_of_its_cells() -> None:
    values = spread(np.array([[0.0, 1.0]], np.float32), (1, 4))

    assert values == pytest.approx(np.array([[0.0, 0.25, 0.75, 1.0]]))
