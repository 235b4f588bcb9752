"""The report of a model that finds objects: sections of ``engine.specs.package.sections``."""

# K labels

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from easel.runtime.results import Result

from engine.metrics import detection
from engine.metrics.coco import RECALLS
from engine.metrics.matched_detections import Compared, RegionSet
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import (
    BarsSection,
    Case,
    CasesSection,
    Curve,
    CurvesSection,
    MatrixSection,
    Section,
    TableSection,
    ThresholdsSection,
)

MAX_CASES = 100
MAX_CONFUSION_LABELS = 100
BACKGROUND = "background"
Describe = Callable[[RegionSet, SampleRecord], list[Result]]
"""Returns things as a model answers them."""


def headline(images: Sequence[Compared], labels: Sequence[LabelSpec]) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, ``map_50`` first."""
    numbers = detection.decided_numbers(images, labels)
    return tuple(MetricValue(name=name, value=value) for name, value in numbers.items())


def sections(
    images: Sequence[Compared],
    records: Sequence[SampleRecord],
    labels: Sequence[LabelSpec],
    describe: Describe,
    prediction: str,
) -> tuple[Section, ...]:
    """Return the parts of the report, in the order of the page.

    Args:
        images: what was found beside what is true, of all held-out samples.
        records: of these samples.
        labels: with recommended thresholds.
        describe: how cases show things.
        prediction: the kind of prediction that cases hold.
    """
    thresholds = np.array([label.threshold for label in labels])
    verdicts = [detection.evaluate(image.decided(thresholds)) for image in images]
    return (
        _by_label(images, verdicts, labels),
        _by_size(images, len(labels)),
        _precision_recall(images, labels),
        ThresholdsSection(key="thresholds", labels=detection.threshold_choices(images, labels)),
        *_confusion(verdicts, labels),
        _causes(verdicts),
        _cases(verdicts, records, describe, prediction),
    )


def _by_label(
    images: Sequence[Compared],
    verdicts: Sequence[detection.Verdicts],
    labels: Sequence[LabelSpec],
) -> TableSection:
    found = detection.precisions(images, len(labels))
    cells = detection.confusion(verdicts, len(labels))
    rows: list[tuple[str | float | None, ...]] = []
    for place, label in enumerate(labels):
        hits, num_predicted = int(cells[place, place]), int(cells[:, place].sum())
        num_objects = int(found.num_objects_K[place])
        known = num_objects > 0
        rows.append(
            (
                label.name,
                num_objects,
                float(found.average_KT[place, 0]) if known else None,
                float(found.average_KT[place].mean()) if known else None,
                hits / num_predicted if num_predicted else None,
                hits / num_objects if known else None,
                label.threshold,
            )
        )
    names = ("label", "objects", "map_50", "map_50_95", "precision", "recall", "threshold")
    return TableSection(
        key="by_label",
        columns=names,
        units=("text", "count", "share", "share", "share", "share", "number"),
        rows=tuple(rows),
    )


def _by_size(images: Sequence[Compared], num_labels: int) -> TableSection:
    rows: list[tuple[str | float | None, ...]] = []
    for area in ("small", "medium", "large"):
        found = detection.precisions(images, num_labels, area)
        rows.append(
            (
                area,
                int(found.num_objects_K.sum()),
                found.mean(0),
                found.mean(),
            )
        )
    names = ("size", "objects", "map_50", "map_50_95")
    return TableSection(
        key="by_size",
        columns=names,
        units=("text", "count", "share", "share"),
        rows=tuple(rows),
    )


def _precision_recall(images: Sequence[Compared], labels: Sequence[LabelSpec]) -> CurvesSection:
    curves = detection.curves_50(images, len(labels))
    return CurvesSection(
        key="precision_recall",
        x_axis="recall",
        y_axis="precision",
        curves=tuple(
            Curve(
                name=label.name,
                x=tuple(RECALLS.tolist()),
                y=tuple(
                    float(value) if recall <= curve.recall_T[0] else None
                    for recall, value in zip(RECALLS, curve.precision_TR[0], strict=True)
                ),
            )
            for label, curve in zip(labels, curves, strict=True)
            if curve.num_objects
        ),
    )


def _confusion(
    verdicts: Sequence[detection.Verdicts], labels: Sequence[LabelSpec]
) -> tuple[MatrixSection, ...]:
    if len(labels) > MAX_CONFUSION_LABELS:
        return ()
    names = (*(label.name for label in labels), BACKGROUND)
    cells = detection.confusion(verdicts, len(labels))
    return (
        MatrixSection(
            key="confusion",
            rows=names,
            columns=names,
            cells=tuple(tuple(row) for row in cells.tolist()),
        ),
    )


def _causes(verdicts: Sequence[detection.Verdicts]) -> BarsSection:
    counts = {
        "missed": sum(int((one.detection_G < 0).sum()) for one in verdicts),
        "false_positive": sum(int((one.object_D < 0).sum()) for one in verdicts),
        "badly_placed": sum(int(one.nearly_D.sum()) for one in verdicts),
        "confused": sum(int(one.confused_D.sum()) for one in verdicts),
    }
    # Badly placed ones are without an object too, and are shown once.
    counts["false_positive"] -= counts["badly_placed"]
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    return BarsSection(
        key="error_causes",
        axis="errors",
        unit="count",
        names=tuple(name for name, _ in ranked),
        values=tuple(float(count) for _, count in ranked),
    )


def _cases(
    verdicts: Sequence[detection.Verdicts],
    records: Sequence[SampleRecord],
    describe: Describe,
    prediction: str,
) -> CasesSection:
    """Return the images with the most errors, then some without any."""
    order = sorted(range(len(verdicts)), key=lambda place: -verdicts[place].num_errors)
    cases = [
        Case(
            sample_id=records[place].id,
            name=records[place].name,
            error=_worst(verdicts[place]),
            truth=[one.document() for one in describe(verdicts[place].image.truth, records[place])],
            predicted=[
                one.document() for one in describe(verdicts[place].image.found, records[place])
            ],
        )
        for place in order[:MAX_CASES]
    ]
    wrong = sum(verdict.num_errors > 0 for verdict in verdicts)
    return CasesSection(key="cases", prediction=prediction, cases=tuple(cases), num_cases=wrong)


def _worst(verdict: detection.Verdicts) -> str | None:
    """Return the most frequent kind of error of an image."""
    counts = {
        "missed": int((verdict.detection_G < 0).sum()),
        "false_positive": int((verdict.object_D < 0).sum()),
        "confused": int(verdict.confused_D.sum()),
    }
    worst = max(counts, key=counts.__getitem__)
    return worst if counts[worst] else None
