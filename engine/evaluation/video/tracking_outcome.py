"""Videos that a model followed objects through, beside what is true of them."""

# R frames that were looked at, K labels

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from easel.runtime.tracking import Association, Detections, Track, follow
from easel.runtime.video import FramesContext
from numpy.typing import NDArray

from engine.data.video.frames import boxes_by_frame
from engine.interfaces.run import Scores
from engine.metrics import detection
from engine.metrics.matched_detections import Compared, RegionSet, compare
from engine.metrics.tracks import Sightings, TrackingCounts, compare_tracks, together
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import LabelSpec

Floats = NDArray[np.float64]

# Thresholds that find objects best, scaled: following may want more detections, or surer ones.
_SCALES = (1.0, 0.6, 0.8, 1.2, 1.4)


@dataclass(frozen=True)
class Watched:
    """What a detector found in a video, before anything was decided.

    Attributes:
        frames: detections of the R frames, also unsure ones.
        rules: by which the model makes tracks of them.
        context: which frames these are.
    """

    frames: tuple[Detections, ...]
    rules: Association
    context: FramesContext

    def tracks(self, thresholds_K: Floats, rules: Association | None = None) -> tuple[Track, ...]:
        """Return the tracks that the thresholds give, by the model's rules or by others."""
        return follow(self.frames, rules or self.rules, thresholds_K)


@dataclass(frozen=True)
class Video:
    """One video: what was found in it, and what is true.

    Attributes:
        watched: what was found.
        record: the sample.
        truth: by the place of each label, the sightings in frames that were looked at.
    """

    watched: Watched
    record: SampleRecord
    truth: Mapping[int, Sightings]

    def counts(
        self, thresholds_K: Floats, rules: Association | None = None
    ) -> dict[int, TrackingCounts]:
        """Return what is right and wrong in the video, by the place of each label in it."""
        tracks = self.watched.tracks(thresholds_K, rules)
        predicted = {label: _sightings(tracks, label) for label in {one.label for one in tracks}}
        return {
            label: compare_tracks(self.truth.get(label, NOTHING), predicted.get(label, NOTHING))
            for label in sorted({*self.truth, *predicted})
        }

    def images(self) -> Iterator[Compared]:
        """Yield each frame that was looked at as an image with objects."""
        rows_by_label = {label: one.rows_by_frame() for label, one in self.truth.items()}
        for place, detections in enumerate(self.watched.frames):
            here = {label: rows[place] for label, rows in rows_by_label.items() if place in rows}
            boxes = [self.truth[label].boxes_N4[rows] for label, rows in here.items()]
            labels = [np.full(len(rows), label) for label, rows in here.items()]
            truth = RegionSet(
                boxes_N4=np.concatenate([*boxes, np.zeros((0, 4))]),
                labels_N=np.concatenate([*labels, np.zeros(0, np.intp)]).astype(np.intp),
                scores_N=np.ones(sum(map(len, labels))),
            )
            yield compare(
                RegionSet(detections.boxes_D4, detections.labels_D, detections.scores_D), truth
            )


def videos_of(scores: Scores[Watched], labels: Sequence[str]) -> list[Video]:
    """Put what was found beside what is true."""
    return [
        Video(watched, record, true_sightings(record, labels, watched.context.places))
        for watched, record in zip(scores.outcomes, scores.records, strict=True)
    ]


def true_sightings(
    record: SampleRecord, labels: Sequence[str], places: Sequence[int]
) -> dict[int, Sightings]:
    """Return the annotated objects of a video by label, in some of its frames."""
    boxes = boxes_by_frame(record)
    found: dict[int, list[tuple[int, int, tuple[float, float, float, float]]]] = {}
    for row, place in enumerate(places):
        for region, box in boxes.get(place, ()):
            if region.label in labels:
                corners = (box.left, box.top, box.left + box.width, box.top + box.height)
                found.setdefault(labels.index(region.label), []).append((row, box.track, corners))
    return {
        label: Sightings(
            np.array([row for row, _, _ in annotations], np.intp),
            np.array([track for _, track, _ in annotations], np.intp),
            np.array([corners for _, _, corners in annotations], np.float64),
        )
        for label, annotations in found.items()
    }


def count_all(
    videos: Sequence[Video], thresholds_K: Floats, rules: Association | None = None
) -> TrackingCounts:
    """Return what is right and wrong in all videos."""
    return together(one for video in videos for one in video.counts(thresholds_K, rules).values())


def finding_thresholds(videos: Sequence[Video], labels: Sequence[str]) -> Floats:
    """Return the thresholds that find most objects of single frames right (K,)."""
    images = [image for video in videos for image in video.images()]
    chosen = detection.recommend_thresholds(images, labels)
    return np.array([label.threshold for label in chosen], np.float64)


def recommend_thresholds(videos: Sequence[Video], labels: Sequence[str]) -> tuple[LabelSpec, ...]:
    """Choose the score from which a detection of each label is sure, by the HOTA of all videos.

    The thresholds that find best in single frames are scaled together.
    """
    found_K = finding_thresholds(videos, labels)
    options = [np.clip(found_K * scale, 0.01, 0.99) for scale in _SCALES]
    best = max(options, key=lambda thresholds: _hota(videos, thresholds)) if videos else found_K
    return tuple(
        LabelSpec(name=name, threshold=round(float(threshold), 3))
        for name, threshold in zip(labels, best, strict=True)
    )


def tuned_rules(
    videos: Sequence[Video],
    labels: Sequence[str],
    usual: Association,
    choices: Mapping[str, Sequence[float | bool]],
) -> Association:
    """Choose the rules of the best HOTA, one after the other.

    Args:
        videos: of the validation split.
        labels: all label names.
        usual: the rules to begin with, among which those stay that are not to be chosen.
        choices: what each rule may be, by its name; of equally good ones the first stays.
    """
    if not videos:
        return usual
    thresholds_K = finding_thresholds(videos, labels)
    best, best_value = usual, _hota(videos, thresholds_K, usual)
    for name, values in choices.items():
        for value in values:
            rules = replace(best, **{name: value})  # type: ignore[arg-type]
            if rules != best and (hota := _hota(videos, thresholds_K, rules)) > best_value:
                best, best_value = rules, hota
    return best


def _hota(videos: Sequence[Video], thresholds_K: Floats, rules: Association | None = None) -> float:
    return float(count_all(videos, thresholds_K, rules).hota_A.mean())


def _sightings(tracks: Sequence[Track], label: int) -> Sightings:
    chosen = [(number, track) for number, track in enumerate(tracks) if track.label == label]
    return Sightings(
        np.concatenate([track.frames_N for _, track in chosen]),
        np.concatenate([np.full(len(track.frames_N), number) for number, track in chosen]),
        np.concatenate([track.boxes_N4 for _, track in chosen]),
    )


NOTHING = Sightings(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros((0, 4)))
