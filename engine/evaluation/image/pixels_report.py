"""The report of a model that tells the class of every pixel."""

# K labels; class 0 is the background

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from easel.runtime.results import Result

from engine.data.image.class_maps import class_map
from engine.data.image.true_regions import class_masks
from engine.evaluation.image.detection_report import BACKGROUND, MAX_CASES, MAX_CONFUSION_LABELS
from engine.metrics.matched_detections import RegionSet
from engine.metrics.pixels import (
    PixelCounts,
    Pixels,
    intersection_over_union,
    pixel_numbers,
    total,
)
from engine.specs.data import SampleRecord
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import Case, CasesSection, MatrixSection, Section, TableSection

Describe = Callable[[RegionSet, SampleRecord], list[Result]]
"""Returns things as a model answers them."""


def headline(counts: Sequence[PixelCounts]) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, ``mean_iou`` first."""
    return tuple(
        MetricValue(name=name, value=value, higher_is_better=name != "border_error")
        for name, value in pixel_numbers(counts).items()
    )


def sections(
    predicted: Sequence[Pixels],
    counts: Sequence[PixelCounts],
    records: Sequence[SampleRecord],
    labels: Sequence[str],
    describe: Describe,
) -> tuple[Section, ...]:
    """Return the parts of the report, in the order of the page.

    Args:
        predicted: of all held-out samples.
        counts: the same beside the truth.
        records: of these samples.
        labels: their K names.
        describe: how cases show things.
    """
    names = (BACKGROUND, *labels)
    return (
        _by_label(counts, names),
        _by_place(counts),
        *_confusion(counts, names),
        _cases(predicted, counts, records, labels, describe),
    )


def _by_label(counts: Sequence[PixelCounts], names: Sequence[str]) -> TableSection:
    cells = total(counts)
    ratio = intersection_over_union(cells)
    rows: list[tuple[str | float | None, ...]] = []
    for place, name in enumerate(names):
        right, true, predicted = cells[place, place], cells[place].sum(), cells[:, place].sum()
        rows.append(
            (
                name,
                float(true / cells.sum()),
                float(ratio[place]) if np.isfinite(ratio[place]) else None,
                float(right / predicted) if predicted else None,
                float(right / true) if true else None,
            )
        )
    columns = ("label", "pixel_share", "iou", "precision", "recall")
    return TableSection(
        key="by_label",
        columns=columns,
        units=("text", "share", "share", "share", "share"),
        rows=tuple(rows),
    )


def _by_place(counts: Sequence[PixelCounts]) -> TableSection:
    rows: list[tuple[str | float | None, ...]] = []
    for name, pairs in (
        ("border", [one.near_border for one in counts]),
        ("inside", [one.inside for one in counts]),
    ):
        wrong, pixels = (sum(column) for column in zip(*pairs, strict=True))
        rows.append((name, pixels, wrong / pixels if pixels else None))
    return TableSection(
        key="by_place",
        columns=("place", "pixels", "error_share"),
        units=("text", "count", "share"),
        rows=tuple(rows),
    )


def _confusion(counts: Sequence[PixelCounts], names: Sequence[str]) -> tuple[MatrixSection, ...]:
    if len(names) > MAX_CONFUSION_LABELS:
        return ()
    return (
        MatrixSection(
            key="confusion",
            rows=tuple(names),
            columns=tuple(names),
            cells=tuple(tuple(row) for row in total(counts).tolist()),
        ),
    )


def _cases(
    predicted: Sequence[Pixels],
    counts: Sequence[PixelCounts],
    records: Sequence[SampleRecord],
    labels: Sequence[str],
    describe: Describe,
) -> CasesSection:
    """Return the images with the least overlap first."""
    means = [float(np.nanmean(intersection_over_union(one.cells))) for one in counts]
    order = sorted(range(len(counts)), key=lambda place: means[place])[:MAX_CASES]
    cases = []
    for place in order:
        record = records[place]
        truth = class_masks(class_map(record, labels), len(labels))
        cases.append(
            Case(
                sample_id=record.id,
                name=record.name,
                error="overlap" if means[place] < 1 else None,
                truth=[one.document() for one in describe(truth, record)],
                predicted=[one.document() for one in describe(predicted[place].regions, record)],
                score=means[place],
            )
        )
    return CasesSection(
        key="cases",
        prediction="masks",
        cases=tuple(cases),
        num_cases=sum(mean < 1 for mean in means),
    )
