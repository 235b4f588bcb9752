"""The largest inputs that are decoded, so that a small file cannot fill the memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What decoders refuse to go beyond.

    Attributes:
        max_pixels: width × height of an image or of one frame; the default is 256 MiB as RGB,
            the size from which Pillow warns, too.
        max_audio_seconds: length of a recording, as its header says and as it is decoded.
        max_video_bytes: size of a video's file.
        max_video_seconds: length of a video.
        max_characters: Unicode code points of a text.
        max_rows: rows of a table, or points in time of a series.
    """

    max_pixels: int = 89_478_485
    max_audio_seconds: float = 4 * 3600.0
    max_video_bytes: int = 4 * 1024**3
    max_video_seconds: float = 4 * 3600.0
    max_characters: int = 10_000_000
    max_rows: int = 1_000_000
