"""The report of a model that follows objects: sections of ``engine.specs.package.sections``."""

# K labels, A overlaps

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from easel.runtime.predictions.tracks import frame_objects
from easel.runtime.results import Result
from easel.runtime.tracking import Track

from engine.evaluation.video.tracking_outcome import Video
from engine.metrics import detection
from engine.metrics.tracks import ALPHAS, Floats, TrackingCounts, together
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import (
    BarsSection,
    Case,
    CasesSection,
    Curve,
    CurvesSection,
    NoteSection,
    Section,
    TableSection,
    ThresholdsSection,
)

MAX_VIDEOS = 100
MAX_CASES = 20
# A video of minutes would make the report larger than the model.
MAX_CASE_FRAMES = 300
_COUNTED = {"identity_switches", "fragmentations"}


@dataclass(frozen=True)
class _EvaluatedVideo:
    """A video with its counts, by label and all together."""

    video: Video
    by_label: dict[int, TrackingCounts]
    all: TrackingCounts


def headline(counts: TrackingCounts) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, HOTA first."""
    return tuple(
        MetricValue(
            name=name,
            value=value,
            unit="number" if name in _COUNTED else "share",
            higher_is_better=name not in _COUNTED,
        )
        for name, value in counts.numbers().items()
    )


def sections(
    videos: Sequence[Video], labels: Sequence[LabelSpec], prediction: str
) -> tuple[Section, ...]:
    """Return the parts of the report, in the order of the page.

    Args:
        videos: the held-out ones.
        labels: with recommended thresholds.
        prediction: the kind of prediction that cases hold.
    """
    thresholds = np.array([label.threshold for label in labels])
    evaluated = []
    for video in videos:
        by_label = video.counts(thresholds)
        evaluated.append(_EvaluatedVideo(video, by_label, together(by_label.values())))
    everything = together(one.all for one in evaluated)
    worst = sorted(evaluated, key=lambda one: float(one.all.hota_A.mean()))
    images = [image for video in videos for image in video.images()]
    return (
        _by_label(evaluated, labels),
        _over_overlaps(everything),
        _by_video(worst),
        _lengths(everything),
        _causes(everything),
        ThresholdsSection(key="thresholds", labels=detection.threshold_choices(images, labels)),
        *(_rules(video) for video in videos[:1]),
        _cases(worst, labels, thresholds, prediction),
    )


def _by_label(evaluated: Sequence[_EvaluatedVideo], labels: Sequence[LabelSpec]) -> TableSection:
    rows: list[tuple[str | float | None, ...]] = []
    for place, label in enumerate(labels):
        counts = together(one.by_label[place] for one in evaluated if place in one.by_label)
        objects = counts.mostly_tracked + counts.partly_tracked + counts.mostly_lost
        rows.append((label.name, objects, *_shares(counts), label.threshold))
    return TableSection(
        key="by_label",
        columns=("label", "tracks", *_COLUMNS, "threshold"),
        units=("text", "count", *_UNITS, "number"),
        rows=tuple(rows),
    )


_NUMBERS = ("hota", "detection_accuracy", "association_accuracy", "idf1", "mota")
_COLUMNS = (*_NUMBERS, "identity_switches", "fragmentations")
_UNITS = ("share", "share", "share", "share", "number", "count", "count")


def _shares(counts: TrackingCounts) -> tuple[float | None, ...]:
    """Return what tables say of counts; nothing where there is nothing to follow."""
    numbers = counts.numbers()
    known = counts.num_true > 0
    shares = (numbers[name] if known else None for name in _NUMBERS)
    return (*shares, counts.switches, counts.fragmentations)


def _over_overlaps(counts: TrackingCounts) -> CurvesSection:
    overlaps = tuple(ALPHAS.round(2).tolist())

    def values(values_A: Floats) -> tuple[float, ...]:
        return tuple(values_A.tolist())

    return CurvesSection(
        key="hota_over_overlap",
        x_axis="overlap_wanted",
        y_axis="share",
        curves=(
            Curve(name="hota", x=overlaps, y=values(counts.hota_A)),
            Curve(name="detection_accuracy", x=overlaps, y=values(counts.detection_A)),
            Curve(name="association_accuracy", x=overlaps, y=values(counts.associations_A)),
            Curve(name="localization_accuracy", x=overlaps, y=values(counts.locations_A)),
        ),
    )


def _by_video(worst: Sequence[_EvaluatedVideo]) -> TableSection:
    return TableSection(
        key="by_film",
        columns=("film", "frames", *_COLUMNS),
        units=("text", "count", *_UNITS),
        rows=tuple(
            (one.video.record.name, len(one.video.watched.frames), *_shares(one.all))
            for one in worst[:MAX_VIDEOS]
        ),
    )


def _lengths(counts: TrackingCounts) -> BarsSection:
    return BarsSection(
        key="tracked_lengths",
        axis="tracks",
        unit="count",
        names=("mostly_tracked", "partly_tracked", "mostly_lost"),
        values=tuple(
            float(count)
            for count in (counts.mostly_tracked, counts.partly_tracked, counts.mostly_lost)
        ),
    )


def _causes(counts: TrackingCounts) -> BarsSection:
    return BarsSection(
        key="error_causes",
        axis="errors",
        unit="count",
        names=("missed", "false_positive", "identity_switches", "fragmentations"),
        values=tuple(
            float(count)
            for count in (counts.missed, counts.wrong, counts.switches, counts.fragmentations)
        ),
    )


def _rules(video: Video) -> NoteSection:
    rules = video.watched.rules
    return NoteSection(
        key="tracking_rules",
        params={one.name: getattr(rules, one.name) for one in fields(rules)},
    )


def _cases(
    worst: Sequence[_EvaluatedVideo],
    labels: Sequence[LabelSpec],
    thresholds: Floats,
    prediction: str,
) -> CasesSection:
    """Return the videos with the lowest HOTA first."""
    names = [label.name for label in labels]
    cases = []
    for one in worst[:MAX_CASES]:
        context = one.video.watched.context
        step = -(-len(context.places) // MAX_CASE_FRAMES)
        truth = frame_objects(_true_tracks(one.video), context, names)
        predicted = frame_objects(one.video.watched.tracks(thresholds), context, names)
        cases.append(
            Case(
                sample_id=one.video.record.id,
                name=one.video.record.name,
                error=_worst(one.all),
                truth=_documents(truth[::step]),
                predicted=_documents(predicted[::step]),
                score=float(one.all.hota_A.mean()),
            )
        )
    wrong = sum(_worst(one.all) is not None for one in worst)
    return CasesSection(key="cases", prediction=prediction, cases=tuple(cases), num_cases=wrong)


def _documents(results: Sequence[Result]) -> list[dict[str, object]]:
    return [result.document() for result in results]


def _true_tracks(video: Video) -> list[Track]:
    """Return the annotated objects of a video as tracks."""
    tracks = []
    for label, objects in sorted(video.truth.items()):
        for number in np.unique(objects.objects_N):
            rows = np.flatnonzero(objects.objects_N == number)
            tracks.append(
                Track(
                    label,
                    objects.frames_N[rows],
                    objects.boxes_N4[rows],
                    np.ones(len(rows)),
                )
            )
    return tracks


def _worst(counts: TrackingCounts) -> str | None:
    """Return the most frequent kind of error of a video."""
    found = {
        "missed": counts.missed,
        "false_positive": counts.wrong,
        "identity_switches": counts.switches,
    }
    worst = max(found, key=found.__getitem__)
    return worst if found[worst] else None
