"""Open a video, whatever it is kept as."""

from __future__ import annotations

from pathlib import Path

from easel.errors import InputError
from easel.runtime.image.geometry import Size
from easel.runtime.limits import Limits
from easel.runtime.video.archive import FrameArchive, is_archive
from easel.runtime.video.decode import Video, VideoFile, VideoSource, first_size


def open_video(source: VideoSource, *, limits: Limits = Limits()) -> Video:
    """Open a video and count its frames; FFmpeg decides which containers and codecs are read.

    A zip of images is a video too: see ``easel.runtime.video.archive``.

    Args:
        source: the file's bytes, or its path.
        limits: what is refused as too large.

    Raises:
        InputError: ``video_unreadable_file``, ``video_empty``, ``video_not_recognised``,
            ``video_too_large``, ``video_too_long`` or ``video_damaged``.
        PackageError: ``extra_missing`` when ``easel[video]`` is not installed.
    """
    _check(source, limits)
    kind = FrameArchive if is_archive(source) else VideoFile
    return kind(source, limits)


def video_size(source: VideoSource, *, limits: Limits = Limits()) -> Size:
    """Return height and width of a video's first frame, without decoding the others.

    Raises:
        InputError: see ``open_video``.
    """
    _check(source, limits)
    return FrameArchive(source, limits).size if is_archive(source) else first_size(source, limits)


def _check(source: VideoSource, limits: Limits) -> None:
    size = len(source) if isinstance(source, bytes) else _file_size(Path(source))
    if not size:
        raise InputError("The video's file is empty. Send the bytes of one.", code="video_empty")
    if size > limits.max_video_bytes:
        raise InputError(
            f"The video's file has {size} bytes; at most {limits.max_video_bytes} are read. "
            "Compress or cut it.",
            code="video_too_large",
            max_bytes=limits.max_video_bytes,
        )


def _file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise InputError(
            f"The video '{path}' cannot be read: {error.strerror}. Check the path.",
            code="video_unreadable_file",
            path=str(path),
        ) from error
