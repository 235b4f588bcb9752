"""Look into MP4, Matroska and other containers of audio and video, by FFmpeg's libraries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from easel.runtime.container import MALFORMED, REFUSED_BY_FFMPEG, bound, open_container
from easel.runtime.video.decode import rotated_size

from backend.datasets.media.content import Content, open_content
from backend.decoding.limits import MAX_FRAME_PIXELS

if TYPE_CHECKING:
    from av.container import InputContainer

# The first word that FFmpeg gives a container, and what we call it.
FAMILIES = {
    "mov": "mp4",
    "matroska": "matroska",
    "avi": "avi",
    "mpegts": "mpegts",
    "mpeg": "mpeg",
    "flv": "flv",
    "gif": "gif",
}


class FramesTooLarge(Exception):
    """Frames have more pixels than are decoded, whatever the header of the file says."""

    def __init__(self, family: str | None) -> None:
        super().__init__(family)
        self.family = family


@dataclass(frozen=True)
class VideoTrack:
    """The first video track of a container, upright; ``num_frames`` as far as its header tells."""

    width: int
    height: int
    seconds: float
    num_frames: int


@dataclass(frozen=True)
class Container:
    """What a container holds; ``audio_seconds`` is ``None`` without a recording track."""

    family: str
    is_quicktime: bool
    video: VideoTrack | None
    audio_seconds: float | None


def probe(content: Content) -> Container | None:
    """Return what a container holds from its headers, ``None`` when it is none.

    The first frame is decoded: a video whose codec is unknown here, or that is cut off before it,
    is no use.

    Raises:
        FramesTooLarge: when a frame is larger than is decoded.
    """
    import av

    family = None
    try:
        with (
            open_content(content) as file,
            open_container(file, max_pixels=MAX_FRAME_PIXELS) as container,
        ):
            family = FAMILIES.get(container.format.name.split(",")[0])
            if family is None:
                return None
            seconds = (container.duration or 0) / av.time_base
            audio = container.streams.audio
            brand = container.metadata.get("major_brand", "")
            return Container(
                family=family,
                is_quicktime=family == "mp4" and brand.strip() == "qt",
                video=_video(container, seconds) if container.streams.video else None,
                audio_seconds=seconds if audio else None,
            )
    except REFUSED_BY_FFMPEG as error:
        raise FramesTooLarge(family) from error
    except MALFORMED:
        return None


def _video(container: InputContainer, seconds: float) -> VideoTrack | None:
    stream = container.streams.video[0]
    if stream.width * stream.height > MAX_FRAME_PIXELS:
        # Nothing is decoded: its size is all that has to be known to refuse it.
        return VideoTrack(stream.width, stream.height, seconds, 1)
    bound(stream, max_pixels=MAX_FRAME_PIXELS)
    stream.thread_type = "SLICE"
    frame = next(iter(container.decode(stream)), None)
    if frame is None:
        return None
    rate = float(stream.average_rate or stream.guessed_rate or 0)
    num_frames = stream.frames or round(seconds * rate)
    height, width = rotated_size(frame)
    return VideoTrack(width, height, seconds, max(1, num_frames))
