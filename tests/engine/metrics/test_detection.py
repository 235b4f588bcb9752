"""What was found beside what is true: thresholds, confusion, causes, and the report."""

from __future__ import annotations

import numpy as np

from engine.data.image.true_regions import detections, true_boxes
from engine.evaluation.image.detection_report import sections
from engine.metrics.detection import (
    confusion,
    decided_numbers,
    detection_numbers,
    evaluate,
    recommend_thresholds,
    threshold_choices,
)
from engine.metrics.matched_detections import Compared, RegionSet, compare
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.sections import BarsSection, CasesSection, TableSection
from engine.specs.samples.geometry import Box

LABELS = ("cat", "dog")
Thing = tuple[str, float, float, float, float, float]


def _regions(*things: Thing) -> RegionSet:
    """Return things of label, score, left, top, right, bottom."""
    return RegionSet(
        np.array([thing[2:] for thing in things], dtype=np.float64).reshape(-1, 4),
        np.array([LABELS.index(thing[0]) for thing in things], dtype=np.intp),
        np.array([thing[1] for thing in things], dtype=np.float64),
    )


CAT = ("cat", 1.0, 0.0, 0.0, 20.0, 20.0)
DOG = ("dog", 1.0, 40.0, 40.0, 80.0, 80.0)


def _mixed() -> Compared:
    """A cat found, a dog taken for a cat, something where nothing is, and half of a box."""
    found = _regions(
        ("cat", 0.9, 1.0, 0.0, 20.0, 20.0),
        ("cat", 0.8, 40.0, 40.0, 80.0, 78.0),
        ("dog", 0.7, 90.0, 0.0, 99.0, 9.0),
        ("dog", 0.6, 40.0, 40.0, 60.0, 60.0),
    )
    return compare(found, _regions(CAT, DOG))


def test_each_find_is_given_to_one_object_and_errors_are_told_apart() -> None:
    verdict = evaluate(_mixed())

    assert verdict.object_D.tolist() == [0, 1, -1, -1]
    assert verdict.confused_D.tolist() == [False, True, False, False]
    assert verdict.nearly_D.tolist() == [False, False, False, True]
    assert verdict.num_errors == 3


def test_an_object_is_its_own_labels_before_it_is_anothers() -> None:
    found = _regions(("cat", 0.9, *DOG[2:]), ("dog", 0.5, *DOG[2:]))
    verdict = evaluate(compare(found, _regions(DOG)))

    assert verdict.object_D.tolist() == [-1, 0]


def test_confusion_counts_the_background_on_both_sides() -> None:
    missed = compare(_regions(), _regions(CAT))
    cells = confusion([evaluate(_mixed()), evaluate(missed)], 2)

    assert cells.tolist() == [[1, 0, 1], [1, 0, 0], [0, 2, 0]]


def test_the_recommended_threshold_parts_right_from_wrong() -> None:
    right = [_regions(("cat", 0.8, *CAT[2:]), ("cat", 0.3, 50.0, 50.0, 60.0, 60.0))] * 6
    images = [compare(found, _regions(CAT)) for found in right]
    cat, dog = recommend_thresholds(images, LABELS)

    assert 0.3 < cat.threshold <= 0.8
    assert dog.threshold == 0.3
    numbers = decided_numbers(images, (cat, dog))
    assert numbers["precision"] == numbers["recall"] == numbers["f1"] == 1.0


def test_the_choice_of_thresholds_holds_the_one_that_is_recommended() -> None:
    labels = [LabelSpec(name="cat", threshold=0.86), LabelSpec(name="dog", threshold=0.3)]
    cat, dog = threshold_choices([_mixed()], labels)

    (recommended,) = (point for point in cat.points if point.threshold == 0.86)
    # At 0.87 as well, but not at 0.80, where a dog was taken for a cat.
    assert (recommended.precision, recommended.recall) == (1.0, 1.0)
    assert 0.3 in {point.threshold for point in dog.points}


def test_labels_without_objects_do_not_count_in_the_mean() -> None:
    perfect = compare(_regions(CAT), _regions(CAT))

    assert detection_numbers([perfect], 2)["map_50_95"] > 0.999
    assert detection_numbers([compare(_regions(), _regions())], 2)["map_50"] == 0.0


def test_the_report_shows_the_worst_image_first_with_truth_and_answer() -> None:
    record = SampleRecord(
        id="1",
        file="1.png",
        name="1.png",
        sha256="0" * 64,
        split=Split.TEST,
        width=100,
        height=100,
        regions=(
            Region(id="a", label="cat", geometry=Box(left=0, top=0, width=20, height=20)),
            Region(id="b", label="dog", geometry=Box(left=40, top=40, width=40, height=40)),
        ),
    )
    good = compare(true_boxes(record, LABELS), true_boxes(record, LABELS))
    parts = sections(
        [good, _mixed()],
        [record, record.model_copy(update={"id": "2"})],
        [LabelSpec(name=name, threshold=0.5) for name in LABELS],
        lambda regions, one: detections(regions, LABELS, one),
        "boxes",
    )

    cases = next(part for part in parts if isinstance(part, CasesSection))
    assert [case.sample_id for case in cases.cases] == ["2", "1"]
    assert cases.num_cases == 1
    assert cases.cases[0].error == "false_positive"
    assert cases.cases[1].error is None
    assert cases.cases[0].truth == cases.cases[1].truth
    causes = next(part for part in parts if isinstance(part, BarsSection))
    assert dict(zip(causes.names, causes.values, strict=True)) == {
        "missed": 0.0,
        "false_positive": 1.0,
        "badly_placed": 1.0,
        "confused": 1.0,
    }
    table = next(part for part in parts if isinstance(part, TableSection))
    assert [row[0] for row in table.rows] == list(LABELS)
