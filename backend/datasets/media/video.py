"""Films: is the file a video that can be decoded, how large and how long is it?"""

from __future__ import annotations

from backend.datasets.media.containers import probe
from backend.datasets.media.facts import Facts, Problem

MAX_HOURS = 4
MAX_SIDE = 8192
MEDIA_TYPES = {
    "mp4": "video/mp4",
    "matroska": "video/webm",
    "avi": "video/x-msvideo",
    "mpegts": "video/mp2t",
    "mpeg": "video/mpeg",
    "flv": "video/x-flv",
}


def examine(content: bytes) -> Facts | Problem:
    """Return the facts of a film; its first frame has been decoded."""
    found = probe(content)
    media_type = None if found is None else MEDIA_TYPES.get(found.family)
    if found is None or found.video is None or media_type is None:
        return Problem(
            "not_a_video",
            "The file is not a film that can be decoded (MP4, MOV, WebM, MKV, AVI). Convert it to "
            "MP4 with H.264, or leave it out.",
        )
    track = found.video
    if max(track.width, track.height) > MAX_SIDE:
        return Problem(
            "video_too_large",
            f"The film is {track.width} × {track.height} pixels; at most {MAX_SIDE} a side are "
            "accepted. Scale it down.",
            {"width": track.width, "height": track.height, "max_side": MAX_SIDE},
        )
    if track.seconds > MAX_HOURS * 3600:
        return Problem(
            "recording_too_long",
            f"The film lasts {track.seconds / 3600:.1f} hours; at most {MAX_HOURS} are accepted. "
            "Divide it.",
            {"hours": round(track.seconds / 3600, 1), "maximum": MAX_HOURS},
        )
    return Facts(
        content=content,
        media_type="video/quicktime" if found.is_quicktime else media_type,
        width=track.width,
        height=track.height,
        duration_ms=max(1, round(track.seconds * 1e3)),
        num_frames=track.num_frames,
    )
