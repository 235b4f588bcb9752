"""The frames of a video are those that training decodes, whatever its header says."""

from __future__ import annotations

import io
import zipfile
from fractions import Fraction

import numpy as np
import pytest
from easel.errors import InputError
from easel.runtime.video import open_video

from backend.datasets.media import video
from backend.datasets.media.frames import count_frames
from backend.datasets.media.properties import MediaProperties, Problem
from engine.formats.layout import Item
from engine.formats.reading.trees import MemoryTree
from engine.formats.reading.videos import pack_frames
from tests.backend.datasets.test_readable_media import mutated
from tests.backend.images import image

_SIZE = (64, 48)
# The usual pace, and one that pauses: the mean of its steps is far from what a header says.
_STEPS = {"even": (40, 40), "varying": (40, 400)}


def clip(kind: str, codec: str, pace: str, num: int = 21) -> bytes:
    """Return a video whose frames lie as far apart as ``pace`` says."""
    import av

    out = io.BytesIO()
    random = np.random.default_rng(num)
    with av.open(out, "w", format=kind) as container:
        stream = container.add_stream(codec, rate=25)
        stream.width, stream.height = _SIZE
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        at = 0
        for number in range(num):
            pixels = random.integers(0, 255, (*_SIZE[::-1], 3), dtype=np.uint8)
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts, frame.time_base = at, Fraction(1, 1000)
            at += _STEPS[pace][number % 2]
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return out.getvalue()


def properties(content: bytes) -> MediaProperties:
    found = video.examine(content)
    assert isinstance(found, MediaProperties), found
    return found


@pytest.mark.parametrize("pace", _STEPS)
@pytest.mark.parametrize(
    ("kind", "codec"),
    [("matroska", "libx264"), ("webm", "libvpx"), ("webm", "libvpx-vp9"), ("mp4", "libx264")],
)
def test_a_video_has_as_many_frames_as_training_decodes(kind: str, codec: str, pace: str) -> None:
    content = clip(kind, codec, pace)
    video = open_video(content)
    assert properties(content).num_frames == video.num_frames == 21
    assert properties(content).duration_ms == pytest.approx(sum(_STEPS[pace]) * 10.5, abs=200)
    assert count_frames(content, patience_seconds=0).num == 21


@pytest.mark.parametrize("kind", ["matroska", "mp4", "avi", "mpegts"])
def test_every_video_that_comes_in_can_be_decoded_by_training(kind: str) -> None:
    contents = list(mutated(clip(kind, "mpeg4", "even", num=8), kind))
    found = [video.examine(content) for content in contents]
    assert isinstance(found[0], MediaProperties), found[0]
    for content, looked in zip(contents, found, strict=True):
        if isinstance(looked, MediaProperties):
            assert looked.num_frames == open_video(content).num_frames


def test_a_video_of_images_one_of_which_is_damaged_is_refused() -> None:
    frames = {f"{number}.png": image(number, (20, 10)) for number in range(5)}
    frames["3.png"] = frames["3.png"][:-200]
    item = Item("film", "film", frames=tuple(frames), frame_rate=10.0, size=(20, 10))
    with pack_frames(item, MemoryTree(frames)) as packed:
        content = packed.read()
    assert len(zipfile.ZipFile(io.BytesIO(content)).namelist()) == 6
    found = video.examine(content)
    assert isinstance(found, Problem), found
    assert found.code == "video_damaged"
    with pytest.raises(InputError):
        open_video(content).frames(range(5))
