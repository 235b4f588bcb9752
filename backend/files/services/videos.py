"""Copies of videos that every browser plays: WebM (VP8) with the same frames, size and times.

Cameras and exports write videos that browsers refuse (MPEG-4 Part 2, AVI, MPEG-TS) and MOT brings
videos as images. Training reads the videos themselves; a copy is only looked at, has no audio, and
is kept once made.
"""

from __future__ import annotations

import io
import tempfile
from fractions import Fraction
from pathlib import Path

from django.http import HttpRequest, HttpResponseBase

from backend.api.errors import NotFound
from backend.decoding.decode import decode, decode_alone
from backend.decoding.errors import Refused
from backend.decoding.works import ReportProgress
from backend.files.contracts.keys import key_of
from backend.files.refusals import not_decoded
from backend.files.services.responses import blob_response, lasting_response, tag_of
from backend.files.services.store import store

COPY_TYPE = "video/webm"
# A video that came as images (``engine.formats.reading.videos``).
FRAMES_TYPE = "application/zip"


def frame_times_of(
    sha256: str, media_type: str, *, num_frames: int, duration_ms: int
) -> list[float] | None:
    """Return when each frame of a video begins, in milliseconds from the first.

    ``None`` where they follow each other evenly, so that their number and length tell it.

    Raises:
        NotFound: when the file is gone or damaged.
        Invalid: ``video_not_decoded`` when it cannot be read here within the limits.
    """
    if media_type == FRAMES_TYPE:
        return None
    try:
        with store().open(key_of(sha256)) as file:
            times: list[float] | None = decode(
                "frame_times", file, num_frames=num_frames, duration_ms=duration_ms
            ).found
    except Refused as error:
        raise not_decoded(sha256, error) from error
    return times


def copy_key(sha256: str) -> str:
    """Return where the copy of a video lies."""
    return f"videos/{sha256[:2]}/{sha256[2:4]}/{sha256}.webm"


def make_copy(
    sha256: str,
    media_type: str,
    *,
    num_frames: int,
    rate: Fraction,
    report_progress: ReportProgress = lambda done, total: None,
) -> None:
    """Make the copy of a video unless it is there; memory does not grow with its length.

    A video that breaks off is copied up to there.

    Args:
        sha256: of the video.
        media_type: of a video, or of a zip of frames (``engine.formats.reading.videos``).
        num_frames: how many are expected, for the progress.
        rate: frames a second, for frames that say no time.
        report_progress: hears how many of how many frames were written.

    Raises:
        NotFound: when the file is gone or damaged.
        Invalid: ``video_not_decoded`` when not one frame can be decoded here.
    """
    files = store()
    if files.exists(copy_key(sha256)):
        return
    with tempfile.TemporaryDirectory(prefix="video-") as folder:
        path = Path(folder) / "copy.webm"
        try:
            with files.open(key_of(sha256)) as file:
                decode_alone(
                    "video_copy",
                    file,
                    report_progress=report_progress,
                    is_images=media_type == FRAMES_TYPE,
                    num_frames=num_frames,
                    rate=str(rate),
                    target=str(path),
                )
        except Refused as error:
            raise not_decoded(sha256, error) from error
        files.put_file(copy_key(sha256), path)


def copy_response(request: HttpRequest, *, sha256: str) -> HttpResponseBase:
    """Return the copy of a video, or the part of it that is asked for.

    Raises:
        NotFound: ``video_copy_missing`` when a worker has to make it first.
    """
    try:
        with store().open(copy_key(sha256)) as file:
            num_bytes = file.seek(0, io.SEEK_END)
    except NotFound as error:
        raise NotFound(
            "This video has not been made playable yet. Ask for it with POST.",
            code="video_copy_missing",
        ) from error
    tag = tag_of(sha256, "copy")
    response = blob_response(
        request, key=copy_key(sha256), media_type=COPY_TYPE, num_bytes=num_bytes, tag=tag
    )
    return lasting_response(response, tag)


def delete_copy(sha256: str) -> None:
    """Delete the copy of a video that is deleted itself."""
    store().delete(copy_key(sha256))
