"""A film's file becomes frames of 8-bit RGB, or an error that says what is wrong with it."""

# H height, W width

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Union

import numpy as np

from easel.errors import InputError, PackageError
from easel.runtime.image.geometry import Pixels
from easel.runtime.limits import Limits

FilmSource = Union[bytes, str, Path]


class Film:
    """A film whose frames are decoded when they are asked for, so that its length costs no memory.

    Attributes:
        num_frames: frames that can be decoded, at least one.
    """

    def __init__(self, source: FilmSource, limits: Limits) -> None:
        """Count the frames of a film.

        Raises:
            InputError: see ``open_film``.
        """
        self._source = source
        self._limits = limits
        self.num_frames = sum(1 for _ in self._decoded())
        if not self.num_frames:
            raise _damaged("it has no frame that can be decoded")

    def frames(self, places: Sequence[int]) -> list[Pixels]:
        """Return the frames (H, W, 3) uint8 RGB at some places, which count from 0.

        Raises:
            InputError: ``video_damaged``.
        """
        wanted = set(places)
        last = max(wanted)
        found: dict[int, Pixels] = {}
        for place, frame in enumerate(self._decoded()):
            if place in wanted:
                found[place] = np.ascontiguousarray(frame.to_ndarray(format="rgb24"))
            if place == last:
                break
        return [found[place] for place in places]

    def _decoded(self) -> Iterator[Any]:
        """Yield all frames in the order of time, as FFmpeg gives them."""
        av = _extra()
        source = self._source
        file = io.BytesIO(source) if isinstance(source, bytes) else str(source)
        has_begun = False
        try:
            with av.open(file) as container:
                if not container.streams.video:
                    raise _not_recognised()
                stream = container.streams.video[0]
                self._check(stream)
                for frame in container.decode(stream):
                    has_begun = True
                    self._check_time(frame.time)
                    yield frame
        except av.error.FFmpegError as error:
            if not has_begun:
                raise _not_recognised() from error
            raise _damaged(str(error)) from error

    def _check(self, stream: Any) -> None:
        pixels = (stream.width or 0) * (stream.height or 0)
        if pixels > self._limits.max_pixels:
            raise InputError(
                f"A frame of the film has {pixels} pixels; at most {self._limits.max_pixels} are "
                "decoded. Scale the film down.",
                code="video_too_large",
                max_pixels=self._limits.max_pixels,
            )

    def _check_time(self, seconds: float | None) -> None:
        if seconds is not None and seconds > self._limits.max_video_seconds:
            raise InputError(
                f"The film is longer than {self._limits.max_video_seconds:g} seconds, the most "
                "that is decoded. Cut it.",
                code="video_too_long",
                max_seconds=self._limits.max_video_seconds,
            )


def open_film(source: FilmSource, *, limits: Limits = Limits()) -> Film:
    """Open a film and count its frames; FFmpeg decides which containers and codecs are read.

    Args:
        source: the file's bytes, or its path.
        limits: what is refused as too large.

    Raises:
        InputError: ``video_unreadable_file``, ``video_empty``, ``video_not_recognised``,
            ``video_too_large``, ``video_too_long`` or ``video_damaged``.
        PackageError: ``extra_missing`` when ``easel[video]`` is not installed.
    """
    size = len(source) if isinstance(source, bytes) else _size(Path(source))
    if not size:
        raise InputError("The film's file is empty. Send the bytes of one.", code="video_empty")
    if size > limits.max_video_bytes:
        raise InputError(
            f"The film's file has {size} bytes; at most {limits.max_video_bytes} are read. "
            "Compress or cut it.",
            code="video_too_large",
            max_bytes=limits.max_video_bytes,
        )
    return Film(source, limits)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise InputError(
            f"The film '{path}' cannot be read: {error.strerror}. Check the path.",
            code="video_unreadable_file",
            path=str(path),
        ) from error


def _extra() -> ModuleType:
    """Import what only films need."""
    try:
        import av
    except ImportError as error:
        raise PackageError(
            "Films are decoded with the package 'av', which is not installed. Install "
            "easel[video].",
            code="extra_missing",
            extra="video",
        ) from error
    return av


def _not_recognised() -> InputError:
    return InputError(
        "The file is not a film in a known format. Send MP4, MOV, WebM, MKV or AVI.",
        code="video_not_recognised",
    )


def _damaged(reason: str) -> InputError:
    return InputError(
        f"The film is damaged and cannot be decoded ({reason}). Convert it to MP4, or leave it "
        "out.",
        code="video_damaged",
        reason=reason,
    )
