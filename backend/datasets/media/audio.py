"""Recordings: is the file audio that training can decode, and how long is it?"""

from __future__ import annotations

from dataclasses import dataclass

from easel.errors import InputError
from easel.runtime.audio.decode import audio_pieces

from backend.datasets.media.containers import FramesTooLarge, probe
from backend.datasets.media.content import Content, LocalFile, open_content
from backend.datasets.media.properties import MediaProperties, Problem
from backend.datasets.media.wave_header import share_there

MAX_HOURS = 4
# Studio equipment has less; what goes beyond says so to fill the memory.
MAX_RATE = 384_000
MAX_CHANNELS = 16
MEDIA_TYPES = {
    "WAV": "audio/wav",
    "WAVEX": "audio/wav",
    "RF64": "audio/wav",
    "W64": "audio/wav",
    "FLAC": "audio/flac",
    "OGG": "audio/ogg",
    "MP3": "audio/mpeg",
    "MPEG": "audio/mpeg",
}
# Headers of compressed audio are out by a frame or two; a file that lacks more was cut off. What a
# WAV states is exact but for a few bytes of its own header.
_MISSING_SECONDS, _MISSING_SHARE = 0.25, 0.02
_WAVE_SECONDS = 0.02


@dataclass(frozen=True)
class _Header:
    """What a file says of itself; ``seconds`` is 0 where it does not say it."""

    media_type: str
    seconds: float
    tolerance: float = _MISSING_SECONDS


def examine(content: Content) -> MediaProperties | Problem:
    """Decode a recording whole, as training does, and return its properties.

    It is read piece by piece: an hour takes no more memory than a second.
    """
    header = _header(content)
    if isinstance(header, Problem):
        return header
    if header.seconds > MAX_HOURS * 3600:
        return _too_long(header.seconds)
    try:
        seconds = _decoded_seconds(content)
    except InputError as error:
        return _refused(error)
    missing = header.seconds - seconds
    if missing > max(header.tolerance, _MISSING_SHARE * header.seconds):
        return Problem(
            "audio_cut_off",
            f"The recording breaks off after {seconds:.1f} of {header.seconds:.1f} seconds. Send "
            "the whole file, or save it again from its source.",
            {"seconds": round(seconds, 1), "total": round(header.seconds, 1)},
        )
    return MediaProperties(
        content=content,
        media_type=header.media_type,
        duration_ms=max(1, round(seconds * 1e3)),
    )


def _header(content: Content) -> _Header | Problem:
    import soundfile

    try:
        with open_content(content) as file:
            found = soundfile.info(file)
            file.seek(0)
            share = share_there(file)
    except soundfile.LibsndfileError:
        return _container_header(content)
    media_type = MEDIA_TYPES.get(found.format)
    if media_type is None:
        return _not_audio()
    if found.samplerate > MAX_RATE or found.channels > MAX_CHANNELS:
        return Problem(
            "audio_too_wide",
            f"The recording has {found.channels} channels of {found.samplerate} Hz; at most "
            f"{MAX_CHANNELS} of {MAX_RATE} Hz are accepted. Convert it.",
            {
                "channels": found.channels,
                "rate": found.samplerate,
                "max_channels": MAX_CHANNELS,
                "max_rate": MAX_RATE,
            },
        )
    seconds = found.frames / found.samplerate
    if 0 < share < 1:
        return _Header(media_type, seconds / share, tolerance=_WAVE_SECONDS)
    return _Header(media_type, seconds)


def _container_header(content: Content) -> _Header | Problem:
    """Return what a file says that FFmpeg's libraries read: AAC in MP4 and the like."""
    try:
        found = probe(content)
    except FramesTooLarge:
        return _not_audio()
    if found is None or found.audio_seconds is None or found.video is not None:
        return _not_audio()
    media_type = {"mp4": "audio/mp4", "matroska": "audio/webm"}.get(found.family)
    return _not_audio() if media_type is None else _Header(media_type, found.audio_seconds)


def _decoded_seconds(content: Content) -> float:
    """Return how long the audio is that can be decoded.

    Raises:
        InputError: when training could not decode it.
    """
    source = content.path if isinstance(content, LocalFile) else content
    num, rate = 0, 1
    for piece in audio_pieces(source, max_seconds=MAX_HOURS * 3600):
        num, rate = num + len(piece.samples), piece.rate
    return num / rate


def _refused(error: InputError) -> Problem:
    match error.code:
        case "audio_empty":
            return Problem("audio_empty", "The recording has no audio in it. Leave it out.")
        case "audio_not_recognised":
            return _not_audio()
        case "audio_too_long":
            return _too_long(None)
        case _:
            return Problem(error.code, error.message, error.params)


def _too_long(seconds: float | None) -> Problem:
    """Return the refusal of a recording, whose header may say less than it has."""
    hours = MAX_HOURS if seconds is None else round(seconds / 3600, 1)
    return Problem(
        "duration_too_long",
        f"The recording lasts {hours} hours or more; at most {MAX_HOURS} are accepted. Divide it.",
        {"hours": hours, "maximum": MAX_HOURS},
    )


def _not_audio() -> Problem:
    return Problem(
        "not_audio",
        "The file is not a recording of a known format (WAV, FLAC, MP3, OGG, M4A). Convert it or "
        "leave it out.",
    )
