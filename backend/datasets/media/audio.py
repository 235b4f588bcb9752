"""Recordings: is the file sound that can be decoded, and how long is it?"""

from __future__ import annotations

from backend.datasets.media.containers import FramesTooLarge, probe
from backend.datasets.media.content import Content, open_content
from backend.datasets.media.facts import Facts, Problem

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


def examine(content: Content) -> Facts | Problem:
    """Return the facts of a recording from its header; AAC in MP4 is read by FFmpeg's libraries."""
    import soundfile

    try:
        with open_content(content) as file:
            found = soundfile.info(file)
    except soundfile.LibsndfileError:
        return _examine_container(content)
    media_type = MEDIA_TYPES.get(found.format)
    if media_type is None:
        return _not_sound()
    if found.samplerate > MAX_RATE or found.channels > MAX_CHANNELS:
        return Problem(
            "sound_too_wide",
            f"The recording has {found.channels} channels of {found.samplerate} Hz; at most "
            f"{MAX_CHANNELS} of {MAX_RATE} Hz are accepted. Convert it.",
            {
                "channels": found.channels,
                "rate": found.samplerate,
                "max_channels": MAX_CHANNELS,
                "max_rate": MAX_RATE,
            },
        )
    return _facts(content, media_type, found.frames / found.samplerate)


def _examine_container(content: Content) -> Facts | Problem:
    try:
        found = probe(content)
    except FramesTooLarge:
        return _not_sound()
    if found is None or found.sound_seconds is None or found.video is not None:
        return _not_sound()
    media_type = {"mp4": "audio/mp4", "matroska": "audio/webm"}.get(found.family)
    return _not_sound() if media_type is None else _facts(content, media_type, found.sound_seconds)


def _facts(content: Content, media_type: str, seconds: float) -> Facts | Problem:
    if seconds <= 0:
        return Problem("sound_empty", "The recording has no sound in it. Leave it out.")
    if seconds > MAX_HOURS * 3600:
        return Problem(
            "recording_too_long",
            f"The recording lasts {seconds / 3600:.1f} hours; at most {MAX_HOURS} are accepted. "
            "Divide it.",
            {"hours": round(seconds / 3600, 1), "maximum": MAX_HOURS},
        )
    return Facts(content=content, media_type=media_type, duration_ms=max(1, round(seconds * 1e3)))


def _not_sound() -> Problem:
    return Problem(
        "not_sound",
        "The file is not a recording of a known format (WAV, FLAC, MP3, OGG, M4A). Convert it or "
        "leave it out.",
    )
