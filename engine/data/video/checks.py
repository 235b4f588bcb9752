"""What is wrong with annotated videos, found before time is spent on training."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.catalog import TaskCard
from engine.data.quality import check_samples
from engine.data.samples import SampleSet
from engine.data.video.frames import boxes_by_frame
from engine.specs.data import SampleRecord
from engine.validation.checks import Finding, about_samples, blocking_first


def check_videos(samples: SampleSet, card: TaskCard) -> tuple[Finding, ...]:
    """Return all findings, those that stop the run first.

    Raises:
        DataError: ``region_without_frame`` for annotations that are no boxes of frames.
    """
    return blocking_first([*check_samples(samples, card), *_tracks(samples)])


def _tracks(samples: SampleSet) -> Iterator[Finding]:
    short, doubled = {}, {}
    for record in samples.records:
        counts = _sightings(record)
        brief = [track for track, frames in counts.items() if len(frames) == 1]
        twice = [
            (track, frame)
            for track, frames in counts.items()
            for frame, count in frames.items()
            if count > 1
        ]
        if brief:
            short[record.id] = f"'{record.name}', track {brief[0]}"
        if twice:
            doubled[record.id] = f"'{record.name}', track {twice[0][0]}, frame {twice[0][1] + 1}"
    if short:
        example = next(iter(short.values()))
        yield about_samples(
            "tracks_of_one_frame",
            short,
            f"{len(short)} video(s) have tracks that are annotated in one frame only, for example "
            f"{example}. Objects can be found by them, and not be followed.",
            example=example,
        )
    if doubled:
        example = next(iter(doubled.values()))
        found = about_samples(
            "track_twice_in_frame",
            doubled,
            f"{len(doubled)} video(s) have two boxes of one track in one frame, for example "
            f"{example}. Delete one of them, or give it a track of its own.",
            example=example,
        )
        yield replace(found, blocking=True)


def _sightings(record: SampleRecord) -> dict[int, dict[int, int]]:
    """Return how many boxes each track has in each of its frames."""
    counts: dict[int, dict[int, int]] = {}
    for frame, boxes in boxes_by_frame(record).items():
        for _, box in boxes:
            frames = counts.setdefault(box.track, {})
            frames[frame] = frames.get(frame, 0) + 1
    return counts
