"""The report of a model that tells anomalous images from normal ones."""

# N samples, h w of a heat map

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from easel.runtime.predictions.anomaly import NORMAL as NORMAL_NAME

from engine.data.image.normality import is_anomalous
from engine.disk import writing_to
from engine.evaluation.heatmaps import HEATMAPS, write_heatmap
from engine.evaluation.image import anomaly
from engine.evaluation.image.anomaly import Anomaly, Flags, Floats
from engine.metrics.roc import roc
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import (
    Case,
    CasesSection,
    Curve,
    CurvesSection,
    LabelThresholds,
    NoteSection,
    OperatingPoint,
    Section,
    TableSection,
    ThresholdsSection,
)

MAX_CASES, MAX_PLAIN_CASES = 60, 12
_NUM_BINS = 25
_MAX_POINTS = 200
_RATES = (0.01, 0.02, 0.05, 0.1, 0.2)


def headline(
    predicted: Sequence[Anomaly], records: Sequence[SampleRecord], label: LabelSpec
) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, ``auroc`` first."""
    numbers = {
        **anomaly.decided_numbers(predicted, records, label.threshold),
        **anomaly.pixel_numbers(predicted, records),
    }
    return tuple(MetricValue(name=name, value=value) for name, value in numbers.items())


def sections(
    predicted: Sequence[Anomaly], records: Sequence[SampleRecord], label: LabelSpec, work: Path
) -> tuple[Section, ...]:
    """Return the parts of the report, in the order of the page; heat maps are written to ``work``.

    Raises:
        ResourceError: when the disk is full.
    """
    scores_N, is_odd_N = anomaly.scores_of(predicted), anomaly.truths(records)
    return (
        *_notes(is_odd_N),
        _roc(scores_N, is_odd_N),
        _histogram(scores_N, is_odd_N),
        _by_rate(scores_N, is_odd_N),
        _thresholds(predicted, records, label),
        _by_kind(scores_N, records, label.threshold),
        _cases(predicted, records, label, work),
    )


def _notes(is_odd_N: Flags) -> tuple[NoteSection, ...]:
    """Warn where a number of the report rests on hardly any image."""
    num_odd, num_normal = int(is_odd_N.sum()), int((~is_odd_N).sum())
    if min(num_odd, num_normal) >= anomaly.MIN_SAMPLES:
        return ()
    return (NoteSection(key="few_anomalies", params={"anomalous": num_odd, "normal": num_normal}),)


def _roc(scores_N: Floats, is_odd_N: Flags) -> CurvesSection:
    curve = roc(scores_N, is_odd_N)
    last = len(curve.false_positive_rate) - 1
    at = np.unique(np.linspace(0, last, min(last + 1, _MAX_POINTS)).round().astype(np.intp))
    return CurvesSection(
        key="roc",
        x_axis="false_positive_rate",
        y_axis="true_positive_rate",
        diagonal=True,
        curves=(
            Curve(
                name="anomalous",
                x=tuple(curve.false_positive_rate[at].tolist()),
                y=tuple(curve.true_positive_rate[at].tolist()),
            ),
        ),
    )


def _histogram(scores_N: Floats, is_odd_N: Flags) -> CurvesSection:
    """Return how many images of each kind have about which score."""
    edges = np.linspace(0, 1, _NUM_BINS + 1)
    middles = tuple(((edges[:-1] + edges[1:]) / 2).tolist())
    normal, odd = (
        tuple((np.histogram(scores_N[chosen], edges)[0] / max(1, int(chosen.sum()))).tolist())
        for chosen in (~is_odd_N, is_odd_N)
    )
    return CurvesSection(
        key="score_histogram",
        x_axis="score",
        y_axis="share",
        curves=(
            Curve(name="normal", x=middles, y=normal),
            Curve(name="anomalous", x=middles, y=odd),
        ),
    )


def _by_rate(scores_N: Floats, is_odd_N: Flags) -> TableSection:
    """Return what is found when so many normal images may be called anomalous."""
    rows: list[tuple[str | float | None, ...]] = []
    normal, odd = scores_N[~is_odd_N], scores_N[is_odd_N]
    for rate in _RATES if len(normal) and len(odd) else ():
        # Just above the last normal image that must not be called anomalous.
        limit = float(np.nextafter(np.quantile(normal, 1 - rate, method="higher"), 2))
        rows.append((rate, limit, float((normal >= limit).mean()), float((odd >= limit).mean())))
    return TableSection(
        key="by_false_positive_rate",
        columns=("allowed_rate", "threshold", "false_positive_rate", "recall"),
        units=("share", "number", "share", "share"),
        rows=tuple(rows),
    )


def _thresholds(
    predicted: Sequence[Anomaly], records: Sequence[SampleRecord], label: LabelSpec
) -> ThresholdsSection:
    points = anomaly.precision_curve(predicted, records).points(100, label.threshold)
    choice = LabelThresholds(
        label=label.name,
        recommended=label.threshold,
        points=tuple(OperatingPoint(**point.model_dump()) for point in points),
    )
    return ThresholdsSection(key="thresholds", labels=(choice,))


def _by_kind(scores_N: Floats, records: Sequence[SampleRecord], threshold: float) -> TableSection:
    """Return how each kind of image, by its label, is evaluated."""
    kinds: dict[str, list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        regions = tuple(region.label for region in record.regions if region.label)
        names = record.labels or regions or (NORMAL_NAME,)
        kinds[names[0]].append(place)
    rows: list[tuple[str | float | None, ...]] = [
        (
            name,
            float(len(places)),
            float(scores_N[places].mean()),
            float((scores_N[places] >= threshold).mean()),
        )
        for name, places in sorted(kinds.items())
    ]
    return TableSection(
        key="by_kind",
        columns=("label", "samples", "mean_score", "called_anomalous"),
        units=("text", "count", "number", "share"),
        rows=tuple(rows),
    )


def _cases(
    predicted: Sequence[Anomaly], records: Sequence[SampleRecord], label: LabelSpec, work: Path
) -> CasesSection:
    """Return the worst errors first, then the most anomalous images that were found."""
    margins = [
        (one.score - label.threshold) * (-1 if is_anomalous(record) else 1)
        for one, record in zip(predicted, records, strict=True)
    ]
    wrong = [place for place, one in enumerate(predicted) if _error(one, records[place], label)]
    wrong.sort(key=lambda place: -margins[place])
    found = [
        place
        for place in sorted(range(len(predicted)), key=lambda place: -predicted[place].score)
        if is_anomalous(records[place]) and place not in set(wrong)
    ]
    chosen = [*wrong[: MAX_CASES - MAX_PLAIN_CASES], *found[:MAX_PLAIN_CASES]]
    folder = work / HEATMAPS
    with writing_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
    cases = []
    for number, place in enumerate(chosen, start=1):
        one, record = predicted[place], records[place]
        image = f"{HEATMAPS}/case_{number:03d}.png"
        write_heatmap(work / image, one.heat_hw)
        cases.append(
            Case(
                sample_id=record.id,
                name=record.name,
                error=_error(one, record, label),
                truth=[{"name": label.name if is_anomalous(record) else NORMAL_NAME}],
                predicted=[
                    {
                        "name": label.name if one.score >= label.threshold else NORMAL_NAME,
                        "score": round(one.score, 6),
                        "threshold": round(label.threshold, 6),
                        "is_anomalous": one.score >= label.threshold,
                    }
                ],
                score=one.score,
                image=image,
            )
        )
    return CasesSection(key="cases", prediction="anomaly", cases=tuple(cases), num_cases=len(wrong))


def _error(one: Anomaly, record: SampleRecord, label: LabelSpec) -> str | None:
    is_called = one.score >= label.threshold
    if is_called == is_anomalous(record):
        return None
    return "false_positive" if is_called else "missed"
