"""A stretch of a recording as an image: time to the right, pitch upwards, loudness as darkness."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase

from backend.api.errors import Invalid
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from backend.files.contracts.keys import key_of
from backend.files.refusals import not_decoded
from backend.files.services.responses import lasting_response, tag_of
from backend.files.services.store import store

MAX_MS = 120_000
MAX_COLUMNS = 2000


def spectrogram_response(
    *, sha256: str, start_ms: int, end_ms: int, columns: int
) -> HttpResponseBase:
    """Return a transparent PNG of ``columns`` × 128 pixels of a stretch.

    Raises:
        Invalid: ``spectrogram_too_long`` when the stretch is longer than two minutes, or empty.
        Invalid: ``audio_not_decoded`` when the file cannot be decoded here.
        NotFound: ``file_damaged``.
    """
    if not 0 < end_ms - start_ms <= MAX_MS:
        raise Invalid(
            f"A spectrogram shows up to {MAX_MS // 1000} seconds; {(end_ms - start_ms) / 1000:g} "
            "were asked for. Ask for less.",
            code="spectrogram_too_long",
            seconds=(end_ms - start_ms) / 1000,
            maximum=MAX_MS // 1000,
        )
    try:
        with store().open(key_of(sha256)) as file:
            drawn = decode(
                "spectrogram", file, start_ms=start_ms, end_ms=end_ms, columns=columns
            ).content
    except Refused as error:
        raise not_decoded(sha256, error) from error
    tag = tag_of(sha256, str(start_ms), str(end_ms), str(columns))
    return lasting_response(HttpResponse(drawn, content_type="image/png"), tag)
