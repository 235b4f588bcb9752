"""The wave of a recording: how loud each hundredth of a second is, one byte each, kept once made.

Two hours are 720 kB, so that a browser can draw any part of them without decoding the sound.
"""

from __future__ import annotations

import numpy as np
from django.http import HttpResponse, HttpResponseBase
from numpy.typing import NDArray

from backend.api.errors import NotFound
from backend.files.answers import lasting_answer
from backend.files.sound import Read, pieces_of
from backend.files.store import key_of, store

PEAKS_PER_SECOND = 100
# What takes no longer than an answer may: longer recordings are drawn by a worker.
MAX_MS_AT_ONCE = 15 * 60_000
WAVE_TYPE = "application/octet-stream"
_PIECE_SECONDS = 10


def wave_key(sha256: str) -> str:
    """Return where the wave of a recording lies."""
    return f"waves/{sha256[:2]}/{sha256[2:4]}/{sha256}"


def make_wave(sha256: str, told: Read = lambda done, total: None) -> None:
    """Draw the wave of a recording unless it is there; memory does not grow with its length.

    Raises:
        NotFound: when the file is gone.
        Unavailable: ``sound_not_decoded`` when it cannot be decoded here.
    """
    files = store()
    if files.exists(wave_key(sha256)):
        return
    with files.open(key_of(sha256)) as file:
        found = [peaks(levels, rate) for levels, rate in pieces_of(file, _PIECE_SECONDS, told)]
    together = np.concatenate(found) if found else np.zeros(1, np.float32)
    loudest = float(together.max()) or 1.0
    wave = np.round(together * (255 / loudest)).astype(np.uint8)
    files.put(wave_key(sha256), wave.tobytes(), lasting=False)


def peaks(levels: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    """Return the largest amplitude of each hundredth of a second, the last one cut off or whole."""
    num = -(-len(levels) * PEAKS_PER_SECOND // rate)
    starts = np.arange(num) * rate // PEAKS_PER_SECOND
    found: NDArray[np.float32] = np.maximum.reduceat(np.abs(levels), starts) if num else levels
    return found


def wave_answer(*, sha256: str, duration_ms: int) -> HttpResponseBase:
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
    return lasting_answer(HttpResponse(content, content_type=WAVE_TYPE), f'"{sha256}-wave"')


def delete_wave(sha256: str) -> None:
    """Delete the wave of a file that is deleted itself."""
    store().delete(wave_key(sha256))
