"""Videos as every runtime reads them: decoding, evenly chosen frames, and what is refused."""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from easel.errors import InputError, PackageError
from easel.runtime.limits import Limits
from easel.runtime.video import Preprocessing, even_places, open_input, open_video, video_size
from PIL import Image

from engine.examples.files import write_video, write_wav
from tests import bombs
from tests.engine.videos import held_upright

ROOT = Path(__file__).resolve().parents[2]
CLIPS = Path(os.environ.get("EASEL_SHARED", ROOT.parent / "shared")) / "data/video_clips"
OPS: list[dict[str, Any]] = [
    {"op": "sample_frames", "frames": 4},
    {"op": "resize", "size": [16, 16]},
    {"op": "normalize", "mean": [0.5, 0.5, 0.5], "std": [0.5, 0.5, 0.5]},
    {"op": "layout", "to": "NCHW"},
]


def _video(path: Path, num_frames: int = 10) -> Path:
    """Write a video whose frames grow brighter."""
    levels = np.linspace(0, 250, num_frames).astype(np.uint8)
    write_video(path, np.broadcast_to(levels[:, None, None, None], (num_frames, 32, 48, 3)).copy())
    return path


@pytest.mark.parametrize("name", ["video.mp4", "video.avi"])
def test_frames_come_in_the_order_of_time(name: str, tmp_path: Path) -> None:
    video = open_video(_video(tmp_path / name))

    dark, bright = video.frames([1, 8])

    assert video.num_frames == 10
    assert dark.shape == (32, 48, 3)
    # The codec loses some; neighbours are 28 levels apart.
    assert dark.mean() == pytest.approx(27, abs=12)
    assert bright.mean() == pytest.approx(222, abs=12)


def test_a_video_of_a_phone_that_was_held_upright_is_turned_as_players_turn_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "portrait.mp4"
    frames = np.zeros((4, 32, 48, 3), np.uint8)
    frames[:, :, :16] = 250
    write_video(path, frames)
    path.write_bytes(held_upright(path.read_bytes()))

    video = open_video(path)
    (frame,) = video.frames([2])

    assert video.size == video_size(path) == (48, 32)
    assert frame.shape == (48, 32, 3)
    # What the sensor has on its left is at the top.
    assert frame[:14].mean() > 200
    assert frame[20:].mean() < 30


def test_bytes_and_path_are_the_same_video(tmp_path: Path) -> None:
    path = _video(tmp_path / "video.mp4")

    one, other = open_video(path).frames([3]), open_video(path.read_bytes()).frames([3])

    assert np.array_equal(one[0], other[0])


def test_chosen_frames_are_the_middles_of_equal_parts() -> None:
    assert even_places(10, 4) == (1, 3, 6, 8)
    assert even_places(2, 4) == (0, 0, 1, 1)
    assert even_places(1, 3) == (0, 0, 0)


def test_a_video_is_one_row_of_its_chosen_frames(tmp_path: Path) -> None:
    opened = open_input({"kind": "video"}, OPS, lambda path: b"", Limits())

    example = opened.prepare(opened.decode(_video(tmp_path / "video.mp4")))

    assert example.tensors["video"].shape == (1, 4, 3, 16, 16)
    means = example.tensors["video"][0].mean(axis=(1, 2, 3))
    assert (np.diff(means) > 0).all()


@pytest.mark.parametrize(
    ("content", "code"), [(b"", "video_empty"), (b"no video" * 99, "video_not_recognised")]
)
def test_what_is_no_video_is_named(content: bytes, code: str) -> None:
    with pytest.raises(InputError) as error:
        open_video(content)
    assert error.value.code == code


@pytest.mark.parametrize("name", ["session.sdp", "list.m3u8", "parts.ffconcat"])
def test_a_file_that_names_others_or_sockets_is_no_video_and_opens_none(
    name: str, tmp_path: Path
) -> None:
    video = _video(tmp_path / "video.mp4")
    port = 20_000 + os.getpid() % 5_000 * 2
    content = {
        "session.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n"
        f"m=video {port} RTP/AVP 33\na=rtpmap:33 MP2T/90000\n",
        "list.m3u8": f"#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n{video}\n#EXT-X-ENDLIST\n",
        "parts.ffconcat": f"ffconcat version 1.0\nfile {video.name}\n",
    }[name]
    path = tmp_path / name
    path.write_text(content)
    for source in (path, content.encode()):
        with pytest.raises(InputError) as error:
            open_video(source)
        assert error.value.code == "video_not_recognised"
    opened = psutil.Process().net_connections("udp")
    assert not [one for one in opened if one.laddr and one.laddr.port in (port, port + 1)]


def test_a_audio_is_no_video(tmp_path: Path) -> None:
    from tests.engine.recordings import tone

    write_wav(tmp_path / "a.wav", tone("rising", 0))
    with pytest.raises(InputError) as error:
        open_video(tmp_path / "a.wav")
    assert error.value.code == "video_not_recognised"


def test_a_video_beyond_the_limits_is_refused(tmp_path: Path) -> None:
    path = _video(tmp_path / "video.mp4")

    for limits, code in (
        (Limits(max_video_seconds=0.3), "video_too_long"),
        (Limits(max_pixels=1000), "video_too_large"),
        (Limits(max_video_bytes=100), "video_too_large"),
    ):
        with pytest.raises(InputError) as error:
            open_video(path, limits=limits)
        assert error.value.code == code


@pytest.mark.parametrize(
    "ops", [OPS[1:], [OPS[0]], [{"op": "sample_frames", "frames": 0}, *OPS[1:]], []]
)
def test_an_op_list_that_is_not_understood_is_refused(ops: list[dict[str, Any]]) -> None:
    with pytest.raises(PackageError):
        Preprocessing(ops)


@pytest.mark.skipif(not CLIPS.is_dir(), reason=f"there are no clips in '{CLIPS}'")
def test_every_real_clip_is_decoded_to_its_end() -> None:
    for path in sorted(CLIPS.glob("*.[am][vp][i4]")):
        video = open_video(path)
        first, last = video.frames([0, video.num_frames - 1])
        assert video.num_frames > 10
        assert first.shape == last.shape


def test_a_zip_of_images_with_a_broken_entry_is_a_damaged_video() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(2):
            image = io.BytesIO()
            Image.new("RGB", (16, 12), (number, 90, 10)).save(image, "BMP")
            archive.writestr(f"{number}.bmp", image.getvalue())
        second = archive.getinfo("1.bmp").header_offset
    broken = bytearray(content.getvalue())
    # Behind the header and the name: the deflated bytes.
    broken[second + 35 : second + 45] = b"\xff" * 10
    video = open_video(bytes(broken))
    with pytest.raises(InputError, match=r"1\.bmp"):
        list(video.frames([1]))


def test_a_frame_larger_than_its_header_says_is_refused_before_it_is_converted() -> None:
    growing = bombs.growing_video(640, 480)

    assert open_video(growing).num_frames == 2
    with pytest.raises(InputError) as error:
        open_video(growing, limits=Limits(max_pixels=100_000))
    assert error.value.code == "video_too_large"


def test_ffmpeg_makes_no_room_for_a_frame_beyond_the_limit() -> None:
    opened = open_input({"kind": "video"}, OPS, lambda path: b"", Limits(max_pixels=50_000_000))

    assert opened.decoding_bytes(bombs.large_video()) == 0
    assert opened.decoding_bytes(bombs.growing_video(640, 480)) > 64 * 48 * 30
    with pytest.raises(InputError) as error:
        opened.decode(bombs.large_video())
    assert error.value.code == "video_too_large"


def test_damaged_containers_are_refused_whatever_is_wrong_with_them(tmp_path: Path) -> None:
    whole = _video(tmp_path / "video.mp4").read_bytes()
    generator = np.random.default_rng(0)
    for _ in range(150):
        damaged = bytearray(whole)
        for place in generator.integers(0, len(damaged), 20).tolist():
            damaged[place] = int(generator.integers(0, 256))
        with contextlib.suppress(InputError):
            open_video(bytes(damaged))
