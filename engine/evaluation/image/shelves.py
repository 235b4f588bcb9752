"""How well shelves are read: names beside places, counts of facings, and shares of the shelf."""

# N detections, K products

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.metrics import detection
from engine.metrics.coco import Floats
from engine.metrics.matched_detections import Compared, RegionSet, compare
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import NoteSection, Section, TableSection


@dataclass(frozen=True)
class ShelfDetections:
    """What a model predicted for one shelf.

    Attributes:
        candidates: each detection under each name it may have, which average precision ranks.
        named: each detection under its best name, unknown ones left out: what is answered above the
            thresholds.
        products: detections whatever they are, all of label 0, above the threshold of products.
    """

    candidates: RegionSet
    named: RegionSet
    products: RegionSet


@dataclass(frozen=True)
class ComparedShelf(Compared):
    """A shelf beside the truth; decisions are made about the best name of each detection alone."""

    named: Compared
    products: Compared

    def decided(self, thresholds_K: Floats) -> Compared:
        """Return the detections whose best name reaches its threshold."""
        return self.named.decided(thresholds_K)


def compare_shelf(detections: ShelfDetections, truth: RegionSet) -> ComparedShelf:
    """Put what was found on a shelf beside what stands there."""
    whole = compare(detections.candidates, truth)
    return ComparedShelf(
        whole.found,
        whole.truth,
        whole.overlaps_DG,
        compare(detections.named, truth),
        compare(detections.products, _without_names(truth)),
    )


def learning_numbers(shelves: Sequence[ComparedShelf], num_labels: int) -> dict[str, float]:
    """Return what training watches: mean average precisions, and how much is found at all."""
    return {
        **detection.detection_numbers(shelves, num_labels),
        "product_recall": product_recall(shelves),
    }


def numbers(shelves: Sequence[ComparedShelf], labels: Sequence[LabelSpec]) -> dict[str, float]:
    """Return all numbers of a report, decisions made at the labels' thresholds."""
    counts = _Counts.of(shelves, labels)
    return {
        **detection.decided_numbers(shelves, labels),
        "product_recall": product_recall(shelves),
        "count_error": counts.count_error,
        "share_error": counts.share_error,
    }


def headline(
    shelves: Sequence[ComparedShelf], labels: Sequence[LabelSpec]
) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, ``map_50`` first; errors are better small."""
    return tuple(
        MetricValue(name=name, value=value, higher_is_better=not name.endswith("_error"))
        for name, value in numbers(shelves, labels).items()
    )


def recommend_thresholds(
    shelves: Sequence[ComparedShelf], labels: Sequence[str]
) -> tuple[LabelSpec, ...]:
    """Choose the threshold of the best F1 of each product, over the best names of detections."""
    return detection.recommend_thresholds([shelf.named for shelf in shelves], labels)


def product_recall(shelves: Sequence[ComparedShelf]) -> float:
    """Return the share of products that were found, whatever they were called, at overlap 0.5."""
    found = sum(
        int((detection.evaluate(shelf.products).detection_G >= 0).sum()) for shelf in shelves
    )
    total = sum(len(shelf.truth) for shelf in shelves)
    return found / total if total else 0.0


def sections(
    shelves: Sequence[ComparedShelf],
    labels: Sequence[LabelSpec],
    *,
    num_composed: int,
    num_borrowed: int,
) -> tuple[Section, ...]:
    """Return what a report of shelves says beyond that of a detector.

    Args:
        shelves: all held-out ones.
        labels: with recommended thresholds.
        num_composed: of the shelves, that were composed of cut-outs.
        num_borrowed: products that these show by photos of training.
    """
    counts = _Counts.of(shelves, labels)
    rows = tuple(
        (
            label.name,
            float(counts.true_SK[:, place].sum()),
            float(counts.found_SK[:, place].sum()),
            float(counts.errors_K[place] / max(1, counts.true_SK[:, place].sum())),
            float(counts.true_shares_SK[:, place].mean()),
            float(counts.found_shares_SK[:, place].mean()),
        )
        for place, label in enumerate(labels)
    )
    table = TableSection(
        key="facings",
        columns=(
            "label",
            "facings",
            "found_facings",
            "count_error",
            "share_of_shelf",
            "found_share",
        ),
        units=("text", "count", "count", "share", "share", "share"),
        rows=rows if shelves else (),
    )
    if not num_composed:
        return (table,)
    params: dict[str, str | int | float | bool | None] = {
        "composed": num_composed,
        "real": len(shelves) - num_composed,
        "borrowed": num_borrowed,
    }
    return (table, NoteSection(key="composed_shelves", params=params))


@dataclass(frozen=True)
class _Counts:
    """Facings and shares of the width of each product on each shelf, (S, K)."""

    true_SK: NDArray[np.intp]
    found_SK: NDArray[np.intp]
    true_shares_SK: Floats
    found_shares_SK: Floats

    @classmethod
    def of(cls, shelves: Sequence[ComparedShelf], labels: Sequence[LabelSpec]) -> _Counts:
        thresholds = np.array([label.threshold for label in labels])
        true, found = [], []
        for shelf in shelves:
            true.append(_widths(shelf.truth, len(labels)))
            found.append(_widths(shelf.decided(thresholds).found, len(labels)))
        # Without shelves the lists would have one axis only.
        shape = (0, 2, len(labels))
        true_S2K, found_S2K = (
            np.reshape(true, (-1, *shape[1:])),
            np.reshape(found, (-1, *shape[1:])),
        )
        return cls(
            true_S2K[:, 0].astype(np.intp),
            found_S2K[:, 0].astype(np.intp),
            _shares(true_S2K[:, 1]),
            _shares(found_S2K[:, 1]),
        )

    @property
    def errors_K(self) -> NDArray[np.intp]:
        """Facings of each product that were too many or too few, over all shelves."""
        errors: NDArray[np.intp] = np.abs(self.found_SK - self.true_SK).sum(axis=0)
        return errors

    @property
    def count_error(self) -> float:
        """Facings too many or too few of any product, as a share of all facings."""
        total = int(self.true_SK.sum())
        return float(self.errors_K.sum() / total) if total else 0.0

    @property
    def share_error(self) -> float:
        """The part of a shelf's width that is given to the wrong product, the mean of shelves."""
        if not len(self.true_SK):
            return 0.0
        # Halved: what one product has too much another has too little.
        return float(np.abs(self.found_shares_SK - self.true_shares_SK).sum(axis=1).mean() / 2)


def _widths(regions: RegionSet, num_labels: int) -> Floats:
    """Return the number of things of each label and the sum of their widths, (2, K)."""
    widths = regions.boxes_N4[:, 2] - regions.boxes_N4[:, 0]
    return np.stack(
        [
            np.bincount(regions.labels_N, minlength=num_labels).astype(np.float64),
            np.bincount(regions.labels_N, widths, minlength=num_labels),
        ]
    )


def _shares(widths_SK: Floats) -> Floats:
    totals = widths_SK.sum(axis=1, keepdims=True)
    shares: Floats = np.divide(widths_SK, totals, out=np.zeros_like(widths_SK), where=totals > 0)
    return shares


def _without_names(regions: RegionSet) -> RegionSet:
    return RegionSet(regions.boxes_N4, np.zeros_like(regions.labels_N), regions.scores_N)
