"""Videos in, followed objects out: every frame a row, decoded while the network runs."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from easel.errors import InputError, PackageError
from easel.runtime import Model, Pipeline, documents
from easel.runtime.example import RowStream
from easel.runtime.video import FramesContext, FramesPreprocessing, open_video, video_size
from numpy.typing import NDArray
from PIL import Image

from engine.examples.files import write_video
from tests.sdk.video_package import zipped

ROOT = Path(__file__).resolve().parents[2]
CLIPS = Path(os.environ.get("EASEL_SHARED", ROOT.parent / "shared")) / "data/video_clips"
SIDE = 32


def ops(step: int = 1) -> list[dict[str, Any]]:
    return [
        {"op": "every_frame", "step": step},
        {"op": "letterbox", "size": [SIDE, SIDE]},
        {"op": "normalize", "mean": [0.0] * 3, "std": [1.0] * 3},
        {"op": "layout", "to": "NCHW"},
    ]


class Bright:
    """Finds one object around what is bright in an image."""

    output_names = ("logits", "boxes")

    def __init__(self) -> None:
        self.batches: list[int] = []

    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
        images = np.asarray(inputs["image"], np.float32)
        self.batches.append(len(images))
        boxes = np.zeros((len(images), 1, 4), np.float32)
        logits = np.full((len(images), 1, 1), -9.0, np.float32)
        for row, image in enumerate(images):
            rows, columns = np.nonzero(image.mean(axis=0) > 0.6)
            if len(rows):
                corners = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
                boxes[row, 0] = np.array(corners) / SIDE
                logits[row] = 3.0
        return [logits, boxes]


def model(step: int = 1, **fields: object) -> tuple[Model, Bright]:
    network = Bright()
    pipeline = Pipeline.from_ops(
        {"kind": "video"}, ops(step), [{"op": "tracks", **fields}], [("spot", 0.5)]
    )
    return Model(pipeline, {"model": network}), network


def spots(num_frames: int = 40) -> NDArray[np.uint8]:
    """Return frames 32 × 64 with a bright square that moves to the right; it is away for two."""
    frames = np.zeros((num_frames, 32, 64, 3), np.uint8)
    for place, frame in enumerate(frames):
        if place not in (10, 11):
            frame[8:20, place : place + 12] = 255
    return frames


def test_every_frame_says_what_is_in_it_and_an_object_keeps_its_number() -> None:
    following, _ = model()

    said = documents(following.predict(zipped(spots())))

    assert [one["frame"] for one in said] == list(range(40))
    assert [one["time_seconds"] for one in said[:3]] == [0.0, 0.1, 0.2]
    assert {(o["name"], o["track_id"]) for one in said for o in one["objects"]} == {("spot", 1)}
    assert all(len(one["objects"]) == 1 for one in said)
    location = said[20]["objects"][0]["location"]
    assert location == {"left": 20, "top": 8, "width": 12, "height": 12}
    # The place in a filled gap is between those around it.
    assert abs(said[10]["objects"][0]["location"]["left"] - 10) <= 1


def test_frames_may_be_passed_over() -> None:
    following, _ = model(step=4)

    said = documents(following.predict(zipped(spots())))

    assert [one["frame"] for one in said] == list(range(0, 40, 4))
    assert said[1]["time_seconds"] == pytest.approx(0.4)


def test_a_caller_chooses_threshold_and_number_of_tracks() -> None:
    following, _ = model()
    video = zipped(spots())

    assert not any(one["objects"] for one in documents(following.predict(video, threshold=0.99)))
    assert any(one["objects"] for one in documents(following.predict(video, top_num=1)))


def test_frames_are_decoded_in_batches_while_the_network_runs() -> None:
    following, network = model()

    example = following.prepare(zipped(spots()))
    following.run([example])

    assert isinstance(example.tensors, RowStream)
    assert network.batches == [32, 8]
    whole = example.tensors["image"]
    assert whole.shape == (40, 3, SIDE, SIDE)
    assert np.array_equal(example.tensors.take(30, 33)["image"], whole[30:33])
    assert isinstance(example.context, FramesContext)
    assert example.context.num_frames == 40


def test_several_videos_are_answered_like_each_alone() -> None:
    following, _ = model()
    videos = [zipped(spots()), zipped(spots(5))]

    together = following.predict(videos)

    assert [documents(one) for one in together] == [
        documents(following.predict(video)) for video in videos
    ]


def test_a_video_file_is_followed_like_its_frames(tmp_path: Path) -> None:
    write_video(tmp_path / "video.mp4", spots())
    following, _ = model()

    said = documents(following.predict(tmp_path / "video.mp4"))

    assert video_size(tmp_path / "video.mp4") == (32, 64)
    assert len(said) == 40
    assert said[12]["time_seconds"] == pytest.approx(1.0, abs=1e-3)
    assert {o["track_id"] for one in said for o in one["objects"]} == {1}


def test_a_zip_without_images_or_with_a_strange_rate_is_refused() -> None:
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("readme.txt", "nothing")
    for content in (empty.getvalue(), zipped(spots(2), rate=0.0), zipped(spots(2))[:200]):
        with pytest.raises(InputError) as error:
            open_video(content)
        assert error.value.code == "video_damaged"
    assert open_video(zipped(spots(3), rate=None)).times == pytest.approx((0.0, 0.04, 0.08))


def test_frames_of_other_sizes_are_refused() -> None:
    content = io.BytesIO(zipped(spots(3)))
    with zipfile.ZipFile(content, "a") as archive:
        image = io.BytesIO()
        Image.new("RGB", (20, 20)).save(image, "PNG")
        archive.writestr("img1/000004.png", image.getvalue())
    video = open_video(content.getvalue())

    with pytest.raises(InputError) as error:
        list(FramesPreprocessing(ops()).pixels(video, range(4)))
    assert error.value.code == "video_damaged"


@pytest.mark.parametrize(
    "fields", [{"match_iou": 2}, {"max_lost": -1}, {"joins_labels": 1}, {"sort": "yes"}]
)
def test_rules_that_are_not_understood_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(PackageError) as error:
        model(**fields)
    assert error.value.code == "op_invalid"


@pytest.mark.skipif(not CLIPS.is_dir(), reason=f"there are no clips in '{CLIPS}'")
def test_real_clips_are_followed_to_their_end() -> None:
    following, _ = model(step=5)
    for path in sorted(CLIPS.glob("*.[am][vp][i4]")):
        said = documents(following.predict(path))
        assert len(said) == -(-open_video(path).num_frames // 5)
