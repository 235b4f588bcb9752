"""A container of video and audio, opened by FFmpeg within a number of pixels a frame."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO, Any, Union

import av

ContainerSource = Union[bytes, str, Path, IO[bytes]]

MALFORMED = (av.error.FFmpegError, ValueError, AttributeError, IndexError, OverflowError)
"""What PyAV raises on malformed files."""

REFUSED_BY_FFMPEG = av.error.ArgumentError
"""What FFmpeg answers to a frame beyond the pixels that were allowed."""


# Others name files and addresses to read in place of what was given, or sockets to listen at: an
# SDP of six lines opens ports, a playlist or a list of parts reads what lies beside it.
_FORMATS = (
    "mov,matroska,avi,mpegts,mpeg,flv,gif,asf,ogg,aac,mp3,wav,w64,flac,aiff,caf,amr,amrnb,amrwb,ac3"
)


def open_container(source: ContainerSource, *, max_pixels: int) -> Any:
    """Open a file; close it, or use it as a context.

    FFmpeg decodes frames already to tell what a file holds: without the limit a file of 46 kB takes
    half a gigabyte before anybody can ask how large its frames are.

    Args:
        source: the file, its path or its bytes.
        max_pixels: largest width × height of a frame that FFmpeg makes room for.

    Raises:
        ValueError, FFmpegError: as ``MALFORMED`` lists them, when it is no container that is read.
    """
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    try:
        return av.open(
            str(source) if isinstance(source, Path) else source,
            "r",
            metadata_errors="replace",
            options=_limit(max_pixels) | {"format_whitelist": _FORMATS},
        )
    except REFUSED_BY_FFMPEG as error:
        raise ValueError("the file is in no format of audio or video that is read") from error


def bound(stream: Any, *, max_pixels: int) -> None:
    """Have a video stream's decoder refuse larger frames, whatever the file's header says."""
    stream.codec_context.options = _limit(max_pixels)


def _limit(max_pixels: int) -> dict[str, str]:
    return {"max_pixels": str(max_pixels)}
