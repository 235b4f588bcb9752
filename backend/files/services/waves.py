"""The wave of a recording: how loud each hundredth of a second is, one byte each, kept once made.

Two hours are 720 kB, so that a browser can draw any part of them without decoding the audio.
"""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase

from backend.api.errors import NotFound
from backend.decoding.decode import decode, decode_alone
from backend.decoding.errors import Refused
from backend.decoding.works import ReportProgress
from backend.files.contracts.keys import key_of
from backend.files.refusals import not_decoded
from backend.files.services.responses import lasting_response, tag_of
from backend.files.services.store import store

# What takes no longer than an answer may: longer recordings are drawn by a worker.
MAX_MS_AT_ONCE = 15 * 60_000
WAVE_TYPE = "application/octet-stream"


def wave_key(sha256: str) -> str:
    """Return where the wave of a recording lies."""
    return f"waves/{sha256[:2]}/{sha256[2:4]}/{sha256}"


def make_wave(sha256: str, report_progress: ReportProgress | None = None) -> None:
    """Draw the wave of a recording unless it is there; memory does not grow with its length.

    Args:
        sha256: of the recording.
        report_progress: hears how many of how many seconds were read; without it somebody waits.

    Raises:
        NotFound: when the file is gone or damaged.
        Invalid: ``audio_not_decoded`` when it cannot be decoded here.
    """
    files = store()
    if files.exists(wave_key(sha256)):
        return
    try:
        with files.open(key_of(sha256)) as file:
            drawn = (
                decode_alone("wave", file, report_progress=report_progress)
                if report_progress
                else decode("wave", file)
            )
    except Refused as error:
        raise not_decoded(sha256, error) from error
    files.put(wave_key(sha256), drawn.content, lasting=False)


def wave_response(*, sha256: str, duration_ms: int) -> HttpResponseBase:
    """Return the wave of a recording, making that of a short one.

    Raises:
        NotFound: ``wave_missing`` when a worker has to make it first.
    """
    if duration_ms <= MAX_MS_AT_ONCE:
        make_wave(sha256)
    try:
        with store().open(wave_key(sha256)) as file:
            content = file.read()
    except NotFound as error:
        raise NotFound(
            "The wave of this recording has not been drawn yet. Ask for it with POST.",
            code="wave_missing",
        ) from error
    return lasting_response(HttpResponse(content, content_type=WAVE_TYPE), tag_of(sha256, "wave"))


def delete_wave(sha256: str) -> None:
    """Delete the wave of a file that is deleted itself."""
    store().delete(wave_key(sha256))
