"""Segments of videos are learnt as videos of their own."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import easel.runtime
import numpy as np
import pytest
from easel.runtime.video import open_video

from engine.commands.train import train
from engine.data.files import FolderFiles
from engine.data.samples import SampleSet
from engine.data.segments import cut_classes
from engine.data.video.dataset import VideoDataset
from engine.data.video.segments import Stretch
from engine.errors import DataError
from engine.events import EventSink
from engine.examples.digits import read_digits
from engine.examples.files import FRAME_RATE, write_video
from engine.examples.video.classification import motion
from engine.interrupt import Interrupt
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.parse import parse_training_spec
from engine.specs.samples.geometry import Segment
from tests.engine.data.test_audio_and_video_datasets import VIDEO_OPS

MOVES = ("left", "spin", "right")
FRAMES = 12


def _segment(start: int, end: int, label: str) -> Region:
    return Region(id=f"{start}", label=label, geometry=Segment(start_ms=start, end_ms=end))


def _record(name: str, *segments: Region) -> SampleRecord:
    return SampleRecord(
        id=name, file=name, name=name, sha256="", split=Split.TRAIN, regions=segments
    )


def _grey_video(path: Path) -> None:
    """Write two seconds whose frames get brighter one after the other."""
    levels = np.arange(2 * FRAME_RATE, dtype=np.uint8)[:, None, None, None] * 8 + 20
    write_video(path, np.broadcast_to(levels, (2 * FRAME_RATE, 32, 32, 3)).copy())


def _dataset(root: Path, *segments: Region) -> VideoDataset:
    samples = SampleSet((_record("a.mp4", *segments),), FolderFiles(root), ("a", "b"), False)
    records = cut_classes(samples).records
    return VideoDataset(records, samples.files, VIDEO_OPS, lambda chosen: {})


def test_a_segment_is_seen_from_its_beginning_to_its_end(tmp_path: Path) -> None:
    _grey_video(tmp_path / "a.mp4")
    dataset = _dataset(tmp_path, _segment(500, 1000, "a"), _segment(1500, 2000, "b"))

    seen = [dataset.pixels(index).mean(axis=(1, 2, 3)) for index in range(2)]

    assert [record.name for record in dataset.records] == ["a.mp4 0.5–1 s", "a.mp4 1.5–2 s"]
    # Of the frames 6 to 11, and 18 to 23, the middles of three parts; the codec blurs a little.
    for levels, first in zip(seen, (6, 18), strict=True):
        assert levels == pytest.approx([20 + 8 * (first + at) for at in (1, 3, 5)], abs=4)


def test_what_prediction_is_given_of_a_segment_shows_the_same_frames(tmp_path: Path) -> None:
    _grey_video(tmp_path / "a.mp4")
    dataset = _dataset(tmp_path, _segment(500, 1000, "a"), _segment(1010, 1020, "b"))

    for index, (example,) in enumerate([dataset.examples([0]), dataset.examples([1])]):
        again = dataset.preprocessing(open_video(dataset.source(index)))
        assert np.array_equal(again.tensors["video"], example.tensors["video"])


def test_a_segment_that_no_frame_begins_in_shows_the_frame_before(tmp_path: Path) -> None:
    _grey_video(tmp_path / "a.mp4")
    video = open_video(tmp_path / "a.mp4")

    assert [Stretch(video, Segment(start_ms=start, end_ms=end)).first for start, end in (
        (1, 2), (1010, 1020), (9000, 9900)
    )] == [0, 12, 23]  # fmt: skip
    assert Stretch(video, Segment(start_ms=9000, end_ms=9900)).num_frames == 1


def test_a_damaged_video_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"no video")
    dataset = _dataset(tmp_path, _segment(0, 100, "a"), _segment(100, 200, "b"))

    with pytest.raises(DataError, match="1 video") as refused:
        list(dataset.load())
    assert refused.value.params["sample"].startswith("'a.mp4 0–0.1 s'")


def _write_moves(root: Path, num_videos: int) -> dict[str, object]:
    """Write videos of three motions one after the other, each annotated as a segment."""
    lines = []
    images, _ = read_digits()
    for number in range(num_videos):
        order = np.random.default_rng(number).permutation(len(MOVES))
        parts = [
            motion(MOVES[at], number, images[number], size=32, num_frames=FRAMES) for at in order
        ]
        path = root / "videos" / f"{number}.mp4"
        write_video(path, np.concatenate(parts))
        second = 1000 * FRAMES // FRAME_RATE
        regions = [
            _segment(second * at, second * (at + 1), MOVES[move]) for at, move in enumerate(order)
        ]
        split = "validation" if number % 5 == 3 else "test" if number % 5 == 4 else "train"
        record = _record(path.name, *regions).model_dump(mode="json")
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        lines.append(json.dumps({**record, "split": split, "sha256": content}))
    (root / "samples.jsonl").write_text("\n".join(lines))
    index = {"index": str(root / "samples.jsonl"), "files_root": str(root / "videos")}
    return {"kind": "manifest", **index, "labels": sorted(MOVES)}


def test_motions_within_videos_are_learnt_and_whole_videos_are_answered(tmp_path: Path) -> None:
    spec = parse_training_spec(
        {
            "run_id": "run",
            "task": "video.classification",
            "data": _write_moves(tmp_path, 20),
            "backbone": "film_cnn",
            "options": {
                "epochs": 12,
                "batch_size": 6,
                "learning_rate": 4e-3,
                "num_frames": 6,
                "image_size": 32,
                "augmentation": {
                    "rotation_degrees": 0, "translation": 0.05, "scale": 0, "brightness": 0
                },
            },
            "resources": {"num_threads": 1},
            "seed": 3,
        }
    )  # fmt: skip

    (tmp_path / "work").mkdir()

    with EventSink(tmp_path / "work/events.jsonl") as emit:
        train(spec, tmp_path / "work", emit, Interrupt())

    report = json.loads((tmp_path / "work/package/report.json").read_text())
    assert report["num_samples"] == 12
    # A third would be right by chance.
    assert report["accuracy"]["value"] >= 0.75
    shown = {case["name"] for case in (*report["mistakes"], *report["examples"])}
    assert shown
    assert all(name.endswith((" 0–1 s", " 1–2 s", " 2–3 s")) for name in shown)
    model = easel.runtime.load(tmp_path / "work/package")
    assert model.predict(tmp_path / "videos/0.mp4")[0].name in MOVES
