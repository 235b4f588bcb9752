"""Videos as examples: which frames are learnt from, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from engine.catalog.video import OBJECT_TRACKING
from engine.data.image.region_boxes import BoxTargets
from engine.data.image.region_images import preprocessing
from engine.data.samples import read_samples
from engine.data.video.checks import check_videos
from engine.data.video.frame_dataset import FrameDataset
from engine.data.video.frames import sized_videos, video_frames
from engine.data.video.tracked_videos import TrackedVideos
from engine.errors import DataError
from engine.examples.video.object_tracking import write_annotated_video
from engine.specs.data import FilesDataSpec, Region, SampleRecord, Split
from engine.specs.package.ops.video import EveryFrameOp
from engine.specs.samples.geometry import Box, FrameBox, Geometry
from tests.engine.crossing_digits import Changes, scene, write_scenes

OPS = (EveryFrameOp(), *preprocessing((64, 64)))
SMALL = Changes(num_frames=5, size=(64, 64), num_objects=(2, 2), sides=(16, 20))


def record(*geometries: Geometry, name: str = "video.mp4") -> SampleRecord:
    regions = tuple(
        Region(id=str(place), label="ball", geometry=geometry)
        for place, geometry in enumerate(geometries)
    )
    return SampleRecord(
        id="1",
        file=name,
        name=name,
        sha256="",
        split=Split.TRAIN,
        width=64,
        height=64,
        regions=regions,
    )


def box(frame: int, left: float, track: int = 1) -> FrameBox:
    return FrameBox(frame=frame, track=track, left=left, top=5, width=20, height=20)


def taken(*geometries: Geometry, step: int = 1, most: int = 200) -> list[int]:
    return [one.frame for one in video_frames([record(*geometries)], step, most)]


def test_of_alike_neighbours_one_frame_is_learnt_from() -> None:
    standing = [box(frame, 10) for frame in range(30)]

    assert taken(*standing) == [0, 12, 24]
    # Every frame moves on by a quarter of the object.
    assert taken(*(box(frame, 5 * frame) for frame in range(6))) == [0, 1, 2, 3, 4, 5]


def test_a_frame_where_an_object_comes_or_goes_is_learnt_from() -> None:
    video = [box(frame, 10) for frame in range(8)] + [box(frame, 40, 2) for frame in range(3, 5)]

    assert taken(*video) == [0, 3, 5]


def test_frames_without_a_box_are_learnt_from_up_to_the_last_mark() -> None:
    frames = video_frames([record(box(0, 10), box(4, 10))], 1)

    assert [(one.frame, len(one.record.regions)) for one in frames] == [(0, 1), (1, 0), (4, 1)]
    assert video_frames([record()], 1)[0].record.regions == ()


def test_long_videos_give_an_even_choice_and_steps_are_kept() -> None:
    moving = [box(frame, 8 * (frame % 5)) for frame in range(100)]

    assert taken(*moving, most=4) == [12, 37, 62, 87]
    assert all(frame % 10 == 0 for frame in taken(*moving, step=10))


def test_marks_that_are_no_boxes_of_frames_are_named() -> None:
    wrong = record(Box(left=0, top=0, width=5, height=5), name="street.mp4")

    with pytest.raises(DataError) as error:
        video_frames([wrong], 1)
    assert error.value.code == "region_without_frame"
    assert "street.mp4" in error.value.message


def test_frames_are_read_with_their_boxes(tmp_path: Path) -> None:
    samples = read_samples(_data(write_scenes(tmp_path, range(3), **SMALL)), OBJECT_TRACKING)
    videos = sized_videos(samples.records, samples.files)
    frames = video_frames(videos, 1)
    images = [frame.record for frame in frames]
    dataset = FrameDataset(
        frames, videos, samples.files, OPS, BoxTargets(images, samples.labels, OPS[1:]), 2
    )
    order = [len(frames) - 1, 0, len(frames) // 2, 0]

    lazily = dataset.read(order)
    assert list(dataset.load())[-1] == len(frames)
    loaded = dataset.read(order)

    assert (videos[0].width, videos[0].height) == (64, 64)
    assert torch.equal(lazily.inputs["image"], loaded.inputs["image"])
    assert loaded.inputs["image"].shape == (4, 3, 64, 64)
    assert torch.equal(loaded.inputs["image"][1], loaded.inputs["image"][3])
    assert set(loaded.targets) == {"boxes", "labels", "samples"}
    first = frames[0].record.regions[0].geometry
    assert isinstance(first, Box)
    at = int((loaded.targets["samples"] == 1).nonzero()[0])
    assert loaded.targets["boxes"][at].tolist() == [
        first.left,
        first.top,
        first.left + first.width,
        first.top + first.height,
    ]


def test_a_video_that_came_as_images_is_learnt_from_bit_for_bit(tmp_path: Path) -> None:
    pixels, marks = scene(3, **SMALL)
    folder = tmp_path / "walk"
    write_annotated_video(folder, pixels, marks)
    (folder / "walk.mp4").unlink()
    (folder / "img1").mkdir()
    for place, frame in enumerate(pixels):
        Image.fromarray(frame).save(folder / "img1" / f"{place + 1:06}.png")
    samples = read_samples(_data(tmp_path), OBJECT_TRACKING)
    videos = sized_videos(samples.records, samples.files)
    frames = video_frames(videos, 1)
    dataset = FrameDataset(frames, videos, samples.files, OPS, lambda chosen: {})

    (example,) = dataset.examples([1])

    expected = dataset.preprocessing.images(pixels[frames[1].frame])
    assert np.array_equal(example.tensors["image"][0], expected)


def test_videos_in_memory_are_those_that_the_runtime_prepares(tmp_path: Path) -> None:
    samples = read_samples(_data(write_scenes(tmp_path, range(3), **SMALL)), OBJECT_TRACKING)
    videos = TrackedVideos(samples.records, samples.files, OPS)

    (decoded,) = videos.examples([1])
    assert list(videos.load()) == [1, 2, 3]
    (remembered,) = videos.examples([1])

    assert videos.is_loaded
    assert videos.memory_bytes == 3 * 5 * 64 * 64 * 3
    assert decoded.context == remembered.context
    assert np.array_equal(decoded.tensors["image"], remembered.tensors["image"])


def test_a_box_beyond_the_end_of_its_video_is_named(tmp_path: Path) -> None:
    root = write_scenes(tmp_path, range(3), **SMALL)
    table = root / "video-0001" / "gt" / "gt.txt"
    table.write_text(table.read_text() + "99,1,5,5,10,10,1,1,1\n")
    samples = read_samples(_data(root), OBJECT_TRACKING)
    videos = sized_videos(samples.records, samples.files)
    frames = video_frames(videos, 1)
    dataset = FrameDataset(frames, videos, samples.files, OPS, lambda chosen: {})

    with pytest.raises(DataError) as error:
        list(dataset.load())
    assert error.value.code == "frame_beyond_video"
    assert error.value.params == {"sample": "video-0001.mp4", "frame": 99, "num": 5}


def test_a_track_that_is_twice_in_a_frame_stops_the_run(tmp_path: Path) -> None:
    samples = read_samples(_data(write_scenes(tmp_path, range(3), **SMALL)), OBJECT_TRACKING)
    video = samples.records[0]
    again = video.regions[0].model_copy(update={"id": "again"})
    doubled = video.model_copy(update={"regions": (*video.regions, again)})
    changed = type(samples)(
        records=(doubled, *samples.records[1:]),
        files=samples.files,
        labels=samples.labels,
        multi_label=False,
    )

    findings = {one.code: one for one in check_videos(changed, OBJECT_TRACKING)}

    assert findings["track_twice_in_frame"].blocking
    assert "frame 1" in findings["track_twice_in_frame"].message
    assert "track_twice_in_frame" not in {
        one.code for one in check_videos(samples, OBJECT_TRACKING)
    }


def _data(root: Path) -> FilesDataSpec:
    return FilesDataSpec(format="mot", root=str(root))
