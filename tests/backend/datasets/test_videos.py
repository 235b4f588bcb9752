"""Videos that browsers refuse: a copy of them that plays, made once by a worker."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from PIL import Image

from backend.api.errors import Invalid
from backend.datasets.services.videos import copy_video
from backend.files.services.blobs import delete_unused, put_bytes
from backend.files.services.store import store
from backend.files.services.videos import copy_key, make_copy
from engine.catalog import Media
from engine.formats.layout import Item
from engine.formats.reading.trees import MemoryTree
from engine.formats.reading.videos import pack_frames
from tests.backend.conftest import ok
from tests.backend.datasets.conftest import Upload
from tests.backend.datasets.test_media import audio
from tests.backend.images import encoded

SIZE = (33, 25)


def old_video(num_frames: int = 40, container: str = "avi") -> bytes:
    """Return a video (MPEG-4 Part 2) of odd size whose frames grow brighter."""
    import av

    out = io.BytesIO()
    with av.open(out, "w", format=container) as target:
        stream = target.add_stream("mpeg4", rate=10)
        stream.width, stream.height = SIZE
        for number in range(num_frames):
            level = number * 200 // num_frames
            grey = np.full((SIZE[1], SIZE[0]), level, np.uint8)
            frame = av.VideoFrame.from_ndarray(grey, format="gray")
            target.mux(stream.encode(frame))
        target.mux(stream.encode(None))
    return out.getvalue()


def frames_of(content: bytes) -> tuple[str, list[float], list[float]]:
    """Return the codec, the mean brightness and the time of each frame."""
    import av

    with av.open(io.BytesIO(content), "r") as container:
        frames = list(container.decode(video=0))
        levels = [float(frame.to_ndarray(format="gray").mean()) for frame in frames]
        assert {(frame.width, frame.height) for frame in frames} == {SIZE}
        return str(container.streams.video[0].name), levels, [frame.time or 0.0 for frame in frames]


def copied(content: bytes, media_type: str = "video/x-msvideo") -> bytes:
    sha256 = put_bytes(content=content, media_type=media_type)
    make_copy(sha256, media_type, num_frames=40, rate=Fraction(10))
    with store().open(copy_key(sha256)) as file:
        return file.read()


@pytest.mark.django_db
@pytest.mark.parametrize("container", ["avi", "mp4", "mpegts"])
def test_a_worker_makes_a_video_playable_once(upload: Upload, container: str) -> None:
    api, _, sample = upload(Media.VIDEO, old_video(container=container))
    address = f"/api/v1/samples/{sample.id}/video"
    assert ok(api.get(address), 404)["code"] == "video_copy_missing"
    job: dict[str, Any] = ok(api.post(address), 202)
    assert job["kind"] == "copy_film"
    assert ok(api.post(address), 202)["id"] == job["id"]
    told: list[tuple[int, int]] = []
    copy_video(sample.id, lambda done, total: told.append((done, total)))
    assert told == [(0, 40), (25, 40)]
    copy_video(sample.id, lambda done, total: told.append((done, total)))
    assert len(told) == 2

    response = api.get(address)
    assert response.headers["Content-Type"] == "video/webm"
    codec, levels, times = frames_of(response.content)
    assert codec == "vp8"
    assert times == pytest.approx([number / 10 for number in range(40)], abs=0.002)
    assert np.abs(np.array(levels) - np.arange(40) * 5).max() < 12
    part = api.get(address, headers={"Range": "bytes=0-3"})
    assert part.status_code == 206
    assert part.content == b"\x1aE\xdf\xa3"


@pytest.mark.django_db
@pytest.mark.parametrize("is_broken", [False, True])
def test_a_video_of_images_plays_at_its_rate(is_broken: bool) -> None:
    shades = [Image.new("RGB", SIZE, (40 * n, 40 * n, 40 * n)) for n in range(5)]
    files = {f"{n}.png": encoded(one) for n, one in enumerate(shades)}
    tree = MemoryTree({**files, "2.png": files["2.png"][:20]} if is_broken else files)
    item = Item(place="walk", name="walk", frames=tuple(tree.names()), frame_rate=10)
    with pack_frames(item, tree) as packed:
        _, levels, times = frames_of(copied(packed.read(), "application/zip"))
    # An image that is broken leaves its time to the one before, and all others theirs.
    shown = [number for number in range(5) if not (is_broken and number == 2)]
    assert times == pytest.approx([number / 10 for number in shown], abs=0.002)
    assert levels == pytest.approx([40 * number for number in shown], abs=12)


@pytest.mark.django_db
def test_a_video_that_breaks_off_is_copied_up_to_there() -> None:
    whole = old_video(200)
    _, levels, _ = frames_of(copied(whole[: len(whole) // 2]))
    assert 20 < len(levels) < 180


@pytest.mark.django_db
def test_what_cannot_be_decoded_says_what_to_do() -> None:
    with pytest.raises(Invalid, match=r"Convert it to MP4 \(H.264\) or WebM"):
        copied(b"RIFF" + bytes(400))


@pytest.mark.django_db
def test_a_recording_is_no_video(upload: Upload) -> None:
    api, _, sample = upload(Media.AUDIO, audio())
    assert ok(api.get(f"/api/v1/samples/{sample.id}/video"), 422)["code"] == "sample_not_a_video"


@pytest.mark.django_db
def test_a_copy_goes_with_its_video() -> None:
    sha256 = put_bytes(content=old_video(), media_type="video/x-msvideo")
    make_copy(sha256, "video/x-msvideo", num_frames=40, rate=Fraction(10))
    delete_unused([sha256])
    assert not store().exists(copy_key(sha256))
