"""How well objects are found: average precision, thresholds, and decisions beside the truth."""

# K labels, D detections, G objects

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.metrics.coco import AREAS, IOU_THRESHOLDS, PrecisionCurves, precision_curves
from engine.metrics.matched_detections import Compared, match_label
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.sections import LabelThresholds, OperatingPoint

IOU_50 = IOU_THRESHOLDS[:1]
MIN_OBJECTS = 5
_GRID = np.round(np.arange(1, 100) / 100, 2)


@dataclass(frozen=True)
class Precisions:
    """Average precision of each label within a range of areas; ``nan`` where it has no object.

    Attributes:
        num_objects_K: that count.
        average_KT: at each of ``IOU_THRESHOLDS``.
    """

    num_objects_K: NDArray[np.intp]
    average_KT: NDArray[np.float64]

    def mean(self, threshold: int | None = None) -> float | None:
        """Return the mean over labels, at one threshold or over all; ``None`` without objects."""
        known = self.average_KT[self.num_objects_K > 0]
        if not len(known):
            return None
        return float((known if threshold is None else known[:, threshold]).mean())


def precisions(images: Sequence[Compared], num_labels: int, area: str = "all") -> Precisions:
    """Return the average precision of every label, as COCO defines it."""
    curves = [
        precision_curves(match_label(images, label, AREAS[area], IOU_THRESHOLDS))
        for label in range(num_labels)
    ]
    return Precisions(
        np.array([curve.num_objects for curve in curves], dtype=np.intp),
        np.array([curve.average_precision for curve in curves]),
    )


def detection_numbers(images: Sequence[Compared], num_labels: int) -> dict[str, float]:
    """Return the numbers that training watches; more is better.

    Returns:
        ``map_50`` and ``map_75`` at those overlaps, ``map_50_95`` the mean of ten from 0.5 to
        0.95; 0 where there is nothing to find.
    """
    all_sizes = precisions(images, num_labels)
    return {
        "map_50": all_sizes.mean(0) or 0.0,
        "map_75": all_sizes.mean(5) or 0.0,
        "map_50_95": all_sizes.mean() or 0.0,
    }


def curves_50(images: Sequence[Compared], num_labels: int) -> list[PrecisionCurves]:
    """Return the precision over recall of each label at an overlap of 0.5."""
    return [
        precision_curves(match_label(images, label, AREAS["all"], IOU_50))
        for label in range(num_labels)
    ]


def operating_points(
    images: Sequence[Compared], label: int
) -> tuple[tuple[OperatingPoint, ...], int]:
    """Return what thresholds from 0.01 to 0.99 give at an overlap of 0.5, and how many objects."""
    matches = match_label(images, label, AREAS["all"], IOU_50)
    scores = np.concatenate([one.scores_D for one in matches] or [np.empty(0)])
    right = np.concatenate([one.object_TD[0] >= 0 for one in matches] or [np.empty(0, np.bool_)])
    num_objects = sum(one.num_objects for one in matches)
    points = []
    for threshold in _GRID:
        made = scores >= threshold
        hits, num_predicted = int(right[made].sum()), int(made.sum())
        points.append(_point(float(threshold), hits, num_predicted, num_objects))
    return tuple(points), num_objects


def recommend_thresholds(
    validation: Sequence[Compared], labels: Sequence[str]
) -> tuple[LabelSpec, ...]:
    """Choose the threshold of the best F1 at an overlap of 0.5 for each label.

    Of several equally good ones the middle is taken. A label with fewer than 5 objects gets 0.3.
    """
    chosen = []
    for place, name in enumerate(labels):
        points, num_objects = operating_points(validation, place)
        best = max(point.f1 for point in points)
        # A middle one bears other scores to both sides.
        good = [point.threshold for point in points if point.f1 == best]
        is_known = num_objects >= MIN_OBJECTS and best > 0
        chosen.append(LabelSpec(name=name, threshold=good[len(good) // 2] if is_known else 0.3))
    return tuple(chosen)


def threshold_choices(
    held_out: Sequence[Compared], labels: Sequence[LabelSpec]
) -> tuple[LabelThresholds, ...]:
    """Return the sliders of the report: every other threshold of the grid, and what labels have."""
    return tuple(
        LabelThresholds(
            label=label.name,
            recommended=label.threshold,
            points=tuple(
                point
                for number, point in enumerate(operating_points(held_out, place)[0])
                if number % 2 == 0 or point.threshold == label.threshold
            ),
        )
        for place, label in enumerate(labels)
    )


@dataclass(frozen=True)
class Verdicts:
    """What became of the decisions about one image, at an overlap of 0.5.

    Attributes:
        object_D: the object that a detection is taken to be, -1 for none.
        detection_G: the detection that an object is taken for, -1 for none.
        nearly_D: detections without an object that overlap one of their label by 0.1 or more.
    """

    image: Compared
    object_D: NDArray[np.intp]
    detection_G: NDArray[np.intp]
    nearly_D: NDArray[np.bool_]

    @property
    def confused_D(self) -> NDArray[np.bool_]:
        """Detections that are an object of another label."""
        labels = np.append(self.image.truth.labels_N, -1)[self.object_D]
        confused: NDArray[np.bool_] = (self.object_D >= 0) & (labels != self.image.found.labels_N)
        return confused

    @property
    def num_errors(self) -> int:
        """Detections that are wrong and objects that are missed."""
        wrong = (self.object_D < 0) | self.confused_D
        return int(wrong.sum()) + int((self.detection_G < 0).sum())


def evaluate(image: Compared) -> Verdicts:
    """Pair detections with objects: the surest first, of its own label or else of another."""
    found, truth, overlaps_DG = image.found, image.truth, image.overlaps_DG
    object_D = np.full(len(found), -1, dtype=np.intp)
    detection_G = np.full(len(truth), -1, dtype=np.intp)
    order = np.argsort(-found.scores_N, kind="stable")
    same_DG = found.labels_N[:, np.newaxis] == truth.labels_N[np.newaxis, :]
    # All labels that are right first, or a wrong one might take their object.
    for may_DG in (same_DG, ~same_DG):
        for detection in order:
            may_G = may_DG[detection] & (detection_G < 0) & (overlaps_DG[detection] >= 0.5)
            if object_D[detection] >= 0 or not may_G.any():
                continue
            best = int(np.where(may_G, overlaps_DG[detection], -1.0).argmax())
            object_D[detection], detection_G[best] = best, detection
    touches_D = (np.where(same_DG, overlaps_DG, 0.0) >= 0.1).any(axis=1)
    return Verdicts(image, object_D, detection_G, (object_D < 0) & touches_D)


def confusion(verdicts: Sequence[Verdicts], num_labels: int) -> NDArray[np.intp]:
    """Count (K + 1, K + 1): rows are true, columns found; the last of both is the background."""
    cells = np.zeros((num_labels + 1, num_labels + 1), dtype=np.intp)
    for verdict in verdicts:
        found, truth = verdict.image.found, verdict.image.truth
        actual = np.append(truth.labels_N, num_labels)[verdict.object_D]
        np.add.at(cells, (actual, found.labels_N), 1)
        missed = truth.labels_N[verdict.detection_G < 0]
        np.add.at(cells, (missed, np.full_like(missed, num_labels)), 1)
    return cells


def decided_numbers(images: Sequence[Compared], labels: Sequence[LabelSpec]) -> dict[str, float]:
    """Return ``detection_numbers``, and precision, recall and F1 at the labels' thresholds.

    The three are counted over all objects of all labels, at an overlap of 0.5.
    """
    thresholds = np.array([label.threshold for label in labels])
    cells = confusion([evaluate(one.decided(thresholds)) for one in images], len(labels))
    hits = int(np.trace(cells[:-1, :-1]))
    point = _point(0.0, hits, int(cells[:, :-1].sum()), int(cells[:-1].sum()))
    return {
        **detection_numbers(images, len(labels)),
        "precision": point.precision,
        "recall": point.recall,
        "f1": point.f1,
    }


def _point(threshold: float, hits: int, num_predicted: int, num_objects: int) -> OperatingPoint:
    precision = hits / num_predicted if num_predicted else 0.0
    recall = hits / num_objects if num_objects else 0.0
    total = num_predicted + num_objects
    return OperatingPoint(
        threshold=threshold,
        precision=precision,
        recall=recall,
        f1=2 * hits / total if total else 0.0,
    )
