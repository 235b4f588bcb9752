"""Videos beside what is true of them: thresholds, rules and the report."""

from __future__ import annotations

import numpy as np
import pytest
from easel.runtime.image.context import ImageContext, Placement
from easel.runtime.tracking import Association, Detections
from easel.runtime.video import FramesContext

from engine.evaluation.video import tracks_report
from engine.evaluation.video.tracking_outcome import (
    Video,
    Watched,
    count_all,
    finding_thresholds,
    recommend_thresholds,
    tuned_rules,
    videos_of,
)
from engine.interfaces.run import Scores
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.sections import CasesSection, TableSection
from engine.specs.samples.geometry import FrameBox

LABELS = ("cat", "dog")
NUM_FRAMES = 24
CONTEXT = FramesContext(
    num_frames=NUM_FRAMES,
    places=tuple(range(NUM_FRAMES)),
    times=tuple(place / 10 for place in range(NUM_FRAMES)),
    image=ImageContext(100, 200, Placement((100, 200), 0.0, 0.0, 1.0, 1.0)),
)


def video(*, flickers: bool = False, noise: float = 0.3) -> Video:
    """Return a video in which a cat walks to the right, with a ghost of a low score."""
    regions = tuple(
        Region(
            id=str(frame),
            label="cat",
            geometry=FrameBox(frame=frame, track=5, left=4 * frame, top=10, width=20, height=20),
        )
        for frame in range(NUM_FRAMES)
    )
    frames = []
    for frame in range(NUM_FRAMES):
        box = (4.0 * frame, 10.0, 4.0 * frame + 20, 30.0)
        label = 1 if flickers and frame % 4 == 3 else 0
        frames.append(
            Detections(
                np.array([box, (150.0, 60.0, 170.0, 80.0)]),
                np.array([0.8, noise]),
                np.array([label, 0]),
            )
        )
    record = SampleRecord(
        id="1", file="f", name="walk.mp4", sha256="", split=Split.TEST, regions=regions
    )
    watched = Watched(tuple(frames), Association(), CONTEXT)
    (made,) = videos_of(Scores(Split.TEST, [record], [watched]), LABELS)
    return made


def test_thresholds_keep_ghosts_out() -> None:
    cat, dog = recommend_thresholds([video()], LABELS)

    assert 0.3 < cat.threshold < 0.7
    assert dog.name == "dog"
    assert 0.3 < finding_thresholds([video()], LABELS)[0] < 0.8
    counts = count_all([video()], np.array([cat.threshold, dog.threshold]))
    assert counts.numbers()["hota"] == pytest.approx(1.0)
    assert count_all([video()], np.array([0.1, 0.1])).mota == pytest.approx(0.0)


def test_rules_are_chosen_by_what_follows_best() -> None:
    choices = {"joins_labels": (False, True), "max_gap": (0, 20)}

    flickering = tuned_rules([video(flickers=True)], LABELS, Association(max_gap=0), choices)
    steady = tuned_rules([video()], LABELS, Association(max_gap=0), choices)

    assert flickering.joins_labels
    # Where nothing is gained the usual rules stay.
    assert steady == Association(max_gap=0)
    assert tuned_rules([], LABELS, Association(), choices) == Association()


def test_truth_counts_only_in_frames_that_were_looked_at() -> None:
    whole = video()
    context = FramesContext(NUM_FRAMES, (0, 2), (0.0, 0.2), CONTEXT.image)
    some = Watched(whole.watched.frames[:3:2], Association(), context)

    (seen,) = videos_of(Scores(Split.TEST, [whole.record], [some]), LABELS)

    assert seen.truth[0].frames_N.tolist() == [0, 1]
    assert seen.truth[0].boxes_N4[:, 0].tolist() == [0.0, 8.0]
    assert [len(image.truth) for image in seen.images()] == [1, 1]


def test_a_report_shows_labels_videos_and_the_worst_cases() -> None:
    labels = [LabelSpec(name=name, threshold=0.5) for name in LABELS]
    good, bad = video(), video(noise=0.9)

    sections = {one.key: one for one in tracks_report.sections([good, bad], labels, "tracks")}

    by_label, by_video, cases = sections["by_label"], sections["by_film"], sections["cases"]
    assert isinstance(by_label, TableSection)
    assert by_label.rows[0][:2] == ("cat", 2)
    # No dog is true of any video: nothing can be said of following them.
    assert by_label.rows[1][2:7] == (None,) * 5
    assert isinstance(by_video, TableSection)
    assert [row[2] for row in by_video.rows] == sorted(row[2] for row in by_video.rows)
    assert isinstance(cases, CasesSection)
    assert [case.error for case in cases.cases] == ["false_positive", None]
    assert cases.num_cases == 1
    case = cases.cases[0]
    assert isinstance(case.truth, list)
    assert isinstance(case.predicted, list)
    assert len(case.truth) == len(case.predicted) == NUM_FRAMES
    assert case.predicted[3] == {
        "frame": 3,
        "time_seconds": 0.3,
        "objects": [
            {
                "name": "cat",
                "track_id": 1,
                "score": 0.8,
                "location": {"left": 12, "top": 10, "width": 20, "height": 20},
            },
            {
                "name": "cat",
                "track_id": 2,
                "score": 0.9,
                "location": {"left": 150, "top": 60, "width": 20, "height": 20},
            },
        ],
    }
