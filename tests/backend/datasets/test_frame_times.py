"""Videos of phones: frames at uneven times, and turned as the phone was held."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest
from easel.runtime.video import open_video

from backend.files.services.blobs import put_bytes
from backend.files.services.store import store
from backend.files.services.videos import copy_key, make_copy
from engine.catalog import Media
from engine.examples.files import write_video
from tests.backend.conftest import ok
from tests.backend.datasets.conftest import Upload
from tests.backend.datasets.test_media import video
from tests.backend.datasets.test_videos import old_video
from tests.engine.videos import held_upright, write_uneven_video

# A second at 10 frames a second, then one at 30, as phones do in the dark and in the light.
STEPS_MS = [100] * 10 + [33] * 30


@pytest.fixture
def uneven(tmp_path: Path) -> Path:
    """Return a video whose frames grow brighter."""
    times_ms = [0, *accumulate(STEPS_MS)]
    levels = np.linspace(0, 250, len(times_ms)).astype(np.uint8)
    frames = np.broadcast_to(levels[:, None, None, None], (len(levels), 32, 48, 3)).copy()
    write_uneven_video(tmp_path / "uneven.mp4", frames, times_ms)
    return tmp_path / "uneven.mp4"


@pytest.mark.django_db
def test_a_page_is_told_the_times_at_which_training_sees_the_frames(
    upload: Upload, uneven: Path
) -> None:
    api, _, sample = upload(Media.VIDEO, uneven.read_bytes())
    trained = open_video(uneven)

    response = api.get(f"/api/v1/samples/{sample.id}/frame-times")

    times_ms = ok(response)["times_ms"]
    assert times_ms == pytest.approx(np.array(trained.times) * 1000, abs=0.1)
    assert len(times_ms) == sample.num_frames == len(STEPS_MS) + 1
    assert "must-revalidate" in response.headers["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("content", [video(), old_video(), old_video(container="mpegts")])
def test_nothing_is_told_of_frames_that_follow_each_other_evenly(
    upload: Upload, content: bytes
) -> None:
    api, _, sample = upload(Media.VIDEO, content)
    assert ok(api.get(f"/api/v1/samples/{sample.id}/frame-times")) == {"times_ms": None}


@pytest.mark.django_db
def test_a_sample_a_copy_and_training_agree_how_a_video_is_turned(
    upload: Upload, tmp_path: Path
) -> None:
    frames = np.zeros((4, 32, 48, 3), np.uint8)
    frames[:, :, :16] = 250
    path = tmp_path / "portrait.mp4"
    write_video(path, frames)
    content = held_upright(path.read_bytes())

    _, _, sample = upload(Media.VIDEO, content)
    sha256 = put_bytes(content=content, media_type="video/mp4")
    make_copy(sha256, "video/mp4", num_frames=4, rate=12)
    with store().open(copy_key(sha256)) as file:
        copy = open_video(file.read())

    (trained,) = open_video(content).frames([1])
    (shown,) = copy.frames([1])
    assert (sample.height, sample.width) == (48, 32) == trained.shape[:2] == shown.shape[:2]
    assert np.abs(trained.astype(float) - shown).mean() < 8
    assert trained[:14].mean() > 200
