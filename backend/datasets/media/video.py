"""Videos: is the file a video that can be decoded, how large and how long is it?"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from configparser import ConfigParser
from configparser import Error as ConfigError
from dataclasses import replace

from easel.errors import InputError
from PIL import Image

from backend.datasets.media.containers import FramesTooLarge, VideoTrack, probe
from backend.datasets.media.content import Content, begins_with, open_content
from backend.datasets.media.frames import Frames, count_frames, count_images
from backend.datasets.media.properties import MediaProperties, Problem
from backend.decoding.limits import MAX_FRAME_PIXELS

# Our own limit is asked before anything is decoded.
Image.MAX_IMAGE_PIXELS = None

MAX_HOURS = 4
MAX_SIDE = 8192
# A video that came as images: its frames in one zip.
FRAMES_TYPE = "application/zip"
_ZIP = b"PK\x03\x04"
_MAX_INFO_BYTES = 64 * 1024
MEDIA_TYPES = {
    "mp4": "video/mp4",
    "matroska": "video/webm",
    "avi": "video/x-msvideo",
    "mpegts": "video/mp2t",
    "mpeg": "video/mpeg",
    "flv": "video/x-flv",
}


def examine(content: Content) -> MediaProperties | Problem:
    """Return the properties of a video, all of whose frames training can decode.

    Of one that takes long only the beginning has been decoded (``frames.PATIENCE_SECONDS``).
    """
    if begins_with(content, _ZIP):
        looked = _properties(_frames(content), content, FRAMES_TYPE)
        return _counted(looked, count_images)
    try:
        found = probe(content)
    except FramesTooLarge as error:
        return _not_a_video() if error.family not in MEDIA_TYPES else _frames_too_large()
    if found is None or found.video is None or found.family not in MEDIA_TYPES:
        return _not_a_video()
    media_type = "video/quicktime" if found.is_quicktime else MEDIA_TYPES[found.family]
    return _counted(_properties(found.video, content, media_type), count_frames)


def _counted(
    looked: MediaProperties | Problem, count: Callable[[Content], Frames]
) -> MediaProperties | Problem:
    """Return properties with the frames that can be decoded, or why training cannot decode them."""
    if isinstance(looked, Problem):
        return looked
    try:
        frames = count(looked.content)
    except InputError as error:
        return _refused(error)
    if frames.seconds is None:
        return replace(looked, num_frames=frames.num)
    return replace(looked, num_frames=frames.num, duration_ms=max(1, round(frames.seconds * 1000)))


def _refused(error: InputError) -> Problem:
    """Return why training cannot decode a video."""
    match error.code:
        case "video_not_recognised":
            return _not_a_video()
        case "video_too_large":
            return _frames_too_large()
        case "video_too_long":
            return _too_long(MAX_HOURS)
        case _:
            return Problem(error.code, error.message, error.params)


def _properties(
    track: VideoTrack | None, content: Content, media_type: str
) -> MediaProperties | Problem:
    if track is None:
        return _not_a_video()
    is_too_large = track.width * track.height > MAX_FRAME_PIXELS
    if is_too_large or max(track.width, track.height) > MAX_SIDE:
        return Problem(
            "video_too_large",
            f"The video is {track.width} × {track.height} pixels; at most {MAX_SIDE} a side and "
            f"{MAX_FRAME_PIXELS} in all are accepted. Scale it down.",
            {
                "width": track.width,
                "height": track.height,
                "max_side": MAX_SIDE,
                "max_pixels": MAX_FRAME_PIXELS,
            },
        )
    if track.seconds > MAX_HOURS * 3600:
        return _too_long(round(track.seconds / 3600, 1))
    return MediaProperties(
        content=content,
        media_type=media_type,
        width=track.width,
        height=track.height,
        duration_ms=max(1, round(track.seconds * 1e3)),
        num_frames=track.num_frames,
    )


def _frames(content: Content) -> VideoTrack | None:
    """Return the properties of a video that is kept as its frames.

    See ``engine.formats.reading.videos``.
    """
    try:
        with open_content(content) as file, zipfile.ZipFile(file) as video:
            info = ConfigParser()
            info.read_string(video.open("seqinfo.ini").read(_MAX_INFO_BYTES).decode())
            rate = info.getfloat("Sequence", "frameRate")
            frames = [name for name in video.namelist() if name.startswith("img1/")]
            with Image.open(io.BytesIO(video.read(min(frames)))) as first:
                width, height = first.size
                if width * height <= MAX_FRAME_PIXELS:
                    first.load()
    except (zipfile.BadZipFile, KeyError, ConfigError, OSError, ValueError, SyntaxError):
        return None
    return VideoTrack(width, height, len(frames) / rate, len(frames)) if rate > 0 else None


def _frames_too_large() -> Problem:
    return Problem(
        "video_frames_too_large",
        f"Frames of the video have more than {MAX_FRAME_PIXELS} pixels, though its header may "
        "say less. Scale it down.",
        {"max_pixels": MAX_FRAME_PIXELS},
    )


def _too_long(hours: float) -> Problem:
    return Problem(
        "duration_too_long",
        f"The video lasts {hours} hours or more; at most {MAX_HOURS} are accepted. Divide it.",
        {"hours": hours, "maximum": MAX_HOURS},
    )


def _not_a_video() -> Problem:
    return Problem(
        "not_a_video",
        "The file is not a video that can be decoded (MP4, MOV, WebM, MKV, AVI). Convert it to "
        "MP4 with H.264, or leave it out.",
    )
