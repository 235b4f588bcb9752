"""What kind of file a call brought, by its first bytes."""

from __future__ import annotations

UNKNOWN = "application/octet-stream"

_HEADS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"fLaC", "audio/flac"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"\xff\xf3", "audio/mpeg"),
)
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav", b"AVI ": "video/x-msvideo"}


def media_type_of(head: bytes, part: str) -> str:
    """Return the media type of a file that a model could read, ``UNKNOWN`` when none is certain.

    Args:
        head: its first bytes, twelve at least.
        part: the part of the request it was: containers hold videos and recordings alike.
    """
    kind = "audio" if part == "sound" else "video"
    if head[:4] == b"RIFF":
        return _RIFF.get(head[8:12], UNKNOWN)
    if head[4:8] == b"ftyp":
        is_quicktime = head[8:12] == b"qt  " and kind == "video"
        return "video/quicktime" if is_quicktime else f"{kind}/mp4"
    if head[:4] == b"\x1aE\xdf\xa3":
        return f"{kind}/webm"
    return next((found for start, found in _HEADS if head.startswith(start)), UNKNOWN)
