"""Copies of films that every browser plays: WebM (VP8) with the same frames, size and times.

Cameras and exports write films that browsers refuse (MPEG-4 Part 2, AVI, MPEG-TS) and MOT brings
films as pictures. Training reads the films themselves; a copy is only looked at, has no sound, and
is kept once made.
"""

from __future__ import annotations

import io
import itertools
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np
from django.http import HttpRequest, HttpResponseBase
from PIL import Image

from backend.api.errors import NotFound, Unavailable
from backend.files.answers import blob_answer, lasting_answer
from backend.files.sound import Read
from backend.files.store import key_of, store

if TYPE_CHECKING:
    from av import VideoFrame

    # Each frame, and the seconds from the first; ``None`` where the file says no time.
    Frames = Iterator[tuple[VideoFrame, float | None]]

COPY_TYPE = "video/webm"
# A browser decodes from the last key frame before the moment it is sent to.
_FRAMES_PER_KEY = 12
_ENCODER = {"deadline": "realtime", "cpu-used": "8", "crf": "12", "b": "8M"}
_CLOCK = Fraction(1, 90_000)
_REPORT_EVERY = 25


def copy_key(sha256: str) -> str:
    """Return where the copy of a film lies."""
    return f"films/{sha256[:2]}/{sha256[2:4]}/{sha256}.webm"


def make_copy(
    sha256: str,
    media_type: str,
    *,
    num_frames: int,
    rate: Fraction,
    told: Read = lambda done, total: None,
) -> None:
    """Make the copy of a film unless it is there; memory does not grow with its length.

    A film that breaks off is copied up to there.

    Args:
        sha256: of the film.
        media_type: of a film, or of a zip of frames (``engine.formats.films``).
        num_frames: how many are expected, for the progress.
        rate: frames a second, for frames that say no time.
        told: hears how many of how many frames were written.

    Raises:
        NotFound: when the file is gone.
        Unavailable: ``film_not_decoded`` when not one frame can be decoded here.
    """
    files = store()
    if files.exists(copy_key(sha256)):
        return
    with tempfile.TemporaryDirectory(prefix="film-") as folder:
        path = Path(folder) / "copy.webm"
        with files.open(key_of(sha256)) as file:
            is_pictures = media_type == "application/zip"
            frames = _pictures(file, rate) if is_pictures else _frames(file)
            _write(path, frames, rate, lambda done: told(done, max(num_frames, done)))
        files.put_file(copy_key(sha256), path)


def copy_answer(request: HttpRequest, *, sha256: str) -> HttpResponseBase:
    """Return the copy of a film, or the part of it that is asked for.

    Raises:
        NotFound: ``film_copy_missing`` when a worker has to make it first.
    """
    try:
        with store().open(copy_key(sha256)) as file:
            num_bytes = file.seek(0, io.SEEK_END)
    except NotFound as error:
        raise NotFound(
            "This film has not been made playable yet. Ask for it with POST.",
            code="film_copy_missing",
        ) from error
    response = blob_answer(request, key=copy_key(sha256), media_type=COPY_TYPE, num_bytes=num_bytes)
    return lasting_answer(response, f'"{sha256}-copy"')


def delete_copy(sha256: str) -> None:
    """Delete the copy of a film that is deleted itself."""
    store().delete(copy_key(sha256))


def _write(path: Path, frames: Frames, rate: Fraction, told: Callable[[int], None]) -> None:
    import av

    first = next(frames, None)
    if first is None:
        raise Unavailable(
            "No frame of this film can be decoded here. Convert it to MP4 (H.264) or WebM, and "
            "import it again.",
            code="film_not_decoded",
        )
    with av.open(str(path), "w", format="webm") as target:
        stream = target.add_stream("libvpx", rate=rate, options=_ENCODER)
        stream.width, stream.height, stream.pix_fmt = first[0].width, first[0].height, "yuv420p"
        stream.gop_size = _FRAMES_PER_KEY
        stream.codec_context.time_base = _CLOCK
        at = -1
        for number, (frame, seconds) in enumerate(itertools.chain([first], frames)):
            before, at = at, round((number / rate if seconds is None else seconds) / _CLOCK)
            if at <= before:  # As broken indexes have it.
                at = before + round(1 / rate / _CLOCK)
            frame.pts, frame.time_base = at, _CLOCK
            target.mux(stream.encode(frame))
            if number % _REPORT_EVERY == 0:
                told(number)
        target.mux(stream.encode(None))


def _frames(file: IO[bytes]) -> Frames:
    """Yield the frames of a container upright, as far as they can be decoded."""
    import av

    try:
        with av.open(file, "r", metadata_errors="replace") as container:
            stream = container.streams.video[0]
            stream.thread_type = "AUTO"
            begin: float | None = None
            for frame in container.decode(stream):
                begin = frame.time if begin is None else begin
                seconds = None if frame.time is None or begin is None else frame.time - begin
                yield _upright(frame), seconds
    except (av.FFmpegError, ValueError, IndexError):
        return


def _upright(frame: VideoFrame) -> VideoFrame:
    if frame.rotation % 360 == 0:
        return frame
    import av

    pixels_HW3 = frame.to_ndarray(format="rgb24").astype(np.uint8, copy=False)
    turned_HW3 = np.ascontiguousarray(np.rot90(pixels_HW3, round(frame.rotation / 90)))
    made = av.VideoFrame.from_ndarray(turned_HW3, format="rgb24")
    made.pts, made.time_base = frame.pts, frame.time_base
    return made


def _pictures(file: IO[bytes], rate: Fraction) -> Frames:
    """Yield the frames of a film that is kept as pictures.

    While one that is broken would be shown, the one before stays: all others keep their times.
    """
    import av

    with zipfile.ZipFile(file) as archive:
        names = sorted(name for name in archive.namelist() if name.startswith("img1/"))
        for number, name in enumerate(names):
            try:
                with Image.open(io.BytesIO(archive.read(name))) as picture:
                    pixels_HW3 = np.asarray(picture.convert("RGB"))
            except OSError:
                continue
            yield av.VideoFrame.from_ndarray(pixels_HW3, format="rgb24"), float(number / rate)
