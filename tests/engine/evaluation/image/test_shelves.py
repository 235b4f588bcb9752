"""Figures of shelves: names, places, counts and shares."""

from __future__ import annotations

import numpy as np
import pytest

from engine.evaluation.image.shelves import (
    ShelfDetections,
    compare_shelf,
    numbers,
    product_recall,
    recommend_thresholds,
    sections,
)
from engine.metrics.matched_detections import RegionSet
from engine.specs.package.manifest import LabelSpec

LABELS = [LabelSpec(name="cola", threshold=0.5), LabelSpec(name="tea", threshold=0.5)]
BOXES = np.array([[0, 0, 10, 20], [10, 0, 20, 20], [20, 0, 40, 20.0]])


def _regions(places: list[int], labels: list[int], scores: list[float]) -> RegionSet:
    return RegionSet(BOXES[places], np.array(labels, dtype=np.intp), np.array(scores))


TRUTH = _regions([0, 1, 2], [0, 0, 1], [1, 1, 1])


def _detections(labels: list[int], scores: list[float]) -> ShelfDetections:
    named = _regions([0, 1, 2], labels, scores)
    return ShelfDetections(named, named, _regions([0, 1, 2], [0, 0, 0], [0.9, 0.9, 0.9]))


def test_a_shelf_read_without_errors_has_perfect_numbers() -> None:
    found = numbers([compare_shelf(_detections([0, 0, 1], [0.9, 0.8, 0.9]), TRUTH)], LABELS)

    assert found["map_50"] == found["f1"] == found["product_recall"] == 1
    assert found["count_error"] == found["share_error"] == 0


def test_a_wrong_name_costs_counts_and_shares_but_not_the_place() -> None:
    found = numbers([compare_shelf(_detections([0, 1, 1], [0.9, 0.8, 0.9]), TRUTH)], LABELS)

    # One cola too few and one tea too many, of three facings; a quarter of the width is wrong.
    assert found["count_error"] == pytest.approx(2 / 3)
    assert found["share_error"] == pytest.approx(0.25)
    assert found["product_recall"] == 1
    assert found["map_50"] < 1


def test_decisions_are_about_the_best_name_alone() -> None:
    candidates = _regions([0, 0, 1, 2], [0, 1, 0, 1], [0.9, 0.7, 0.9, 0.9])
    named = _regions([0, 1, 2], [0, 0, 1], [0.9, 0.9, 0.9])
    shelf = compare_shelf(ShelfDetections(candidates, named, named), TRUTH)

    assert numbers([shelf], LABELS)["precision"] == 1
    assert len(shelf.decided(np.array([0.5, 0.5])).found) == 3


def test_what_is_below_its_threshold_is_not_counted() -> None:
    found = numbers([compare_shelf(_detections([0, 0, 1], [0.9, 0.4, 0.9]), TRUTH)], LABELS)

    assert found["recall"] == pytest.approx(2 / 3)
    assert found["count_error"] == pytest.approx(1 / 3)


def test_without_shelves_to_choose_by_thresholds_are_the_usual_ones() -> None:
    assert product_recall([]) == 0
    assert [one.threshold for one in recommend_thresholds([], ["cola", "tea"])] == [0.3, 0.3]


def test_a_report_says_how_many_shelves_were_composed() -> None:
    shelf = compare_shelf(_detections([0, 1, 1], [0.9, 0.8, 0.9]), TRUTH)

    table, note = sections([shelf], LABELS, num_composed=1, num_borrowed=0)
    (alone,) = sections([shelf], LABELS, num_composed=0, num_borrowed=0)

    assert alone == table
    assert table.kind == "table"
    assert table.rows == (("cola", 2, 1, 0.5, 0.5, 0.25), ("tea", 1, 2, 1, 0.5, 0.75))
    assert note.kind == "note"
    assert note.params == {"composed": 1, "real": 0, "borrowed": 0}
