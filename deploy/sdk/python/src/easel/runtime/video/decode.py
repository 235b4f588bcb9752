"""A video's file becomes frames of 8-bit RGB, or an error that says what is wrong with it."""

# H height, W width

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Union

import numpy as np

from easel.errors import InputError
from easel.extras import missing_package
from easel.runtime.image.geometry import Pixels, Size
from easel.runtime.limits import Limits

VideoSource = Union[bytes, str, Path]


class Video(ABC):
    """A video whose frames are decoded when they are asked for, so that its length costs no memory.

    Attributes:
        times: when each frame that can be decoded begins, in seconds; at least one.
        size: height and width of the first frame.
    """

    times: Sequence[float]
    size: Size

    @property
    def num_frames(self) -> int:
        """Return how many frames can be decoded."""
        return len(self.times)

    @abstractmethod
    def decode(self, places: Sequence[int]) -> Iterator[Pixels]:
        """Yield the frames (H, W, 3) uint8 RGB at ascending places, which count from 0.

        Raises:
            InputError: ``video_damaged``.
        """

    def frames(self, places: Sequence[int]) -> list[Pixels]:
        """Return the frames at places of any order, some of them perhaps several times.

        Raises:
            InputError: ``video_damaged``.
        """
        wanted = sorted(set(places))
        found = dict(zip(wanted, self.decode(wanted)))
        return [found[place] for place in places]


class VideoFile(Video):
    """A video in a container that FFmpeg reads."""

    def __init__(self, source: VideoSource, limits: Limits) -> None:
        """Count the frames of a video.

        Raises:
            InputError: see ``open_video``.
        """
        self._source, self._limits = source, limits
        times = []
        for place, frame in enumerate(decoded_frames(source, limits)):
            if place == 0:
                self.size = rotated_size(frame)
            times.append(float(frame.time) if frame.time is not None else np.nan)
        if not times:
            raise damaged_video("it has no frame that can be decoded")
        self.times = _regular(times)

    def decode(self, places: Sequence[int]) -> Iterator[Pixels]:
        """Yield the frames at ascending places; see ``Video``."""
        wanted = iter(places)
        following = next(wanted, None)
        for place, frame in enumerate(
            decoded_frames(self._source, self._limits) if following is not None else ()
        ):
            if place == following:
                yield rotated(frame)
                following = next(wanted, None)
                if following is None:
                    return


def first_size(source: VideoSource, limits: Limits) -> Size:
    """Return height and width of the first frame.

    Raises:
        InputError: as ``VideoFile`` does.
    """
    for frame in decoded_frames(source, limits):
        return rotated_size(frame)
    raise damaged_video("it has no frame that can be decoded")


def decoded_frames(source: VideoSource | IO[bytes], limits: Limits) -> Iterator[Any]:
    """Yield all frames in the order of time, as FFmpeg gives them.

    Raises:
        InputError: ``video_not_recognised``, ``video_too_large``, ``video_too_long`` or
            ``video_damaged``.
    """
    container = _containers()
    has_begun = False
    try:
        with container.open_container(source, max_pixels=limits.max_pixels) as opened:
            if not opened.streams.video:
                raise _not_recognised()
            stream = opened.streams.video[0]
            _check_size(stream, limits)
            container.bound(stream, max_pixels=limits.max_pixels)
            for frame in opened.decode(stream):
                has_begun = True
                # Not every decoder asks FFmpeg for room.
                _check_size(frame, limits)
                if frame.time is not None and frame.time > limits.max_video_seconds:
                    raise too_long(limits)
                yield frame
    except container.REFUSED_BY_FFMPEG as error:
        raise _too_large("more", limits) from error
    except container.MALFORMED as error:
        if not has_begun:
            raise _not_recognised() from error
        raise damaged_video(str(error)) from error


def rotated(frame: Any) -> Pixels:
    """Return a frame (H, W, 3) uint8 RGB as players show it: turned as its container says.

    Phones keep the frames as the sensor lies and note how it was held.
    """
    return np.ascontiguousarray(np.rot90(frame.to_ndarray(format="rgb24"), _quarter_turns(frame)))


def rotated_size(frame: Any) -> Size:
    """Return height and width of a frame as players show it."""
    if _quarter_turns(frame) % 2:
        return frame.width, frame.height
    return frame.height, frame.width


def _quarter_turns(frame: Any) -> int:
    """Return by how many quarters a frame is turned to the left."""
    turns: int = round(frame.rotation / 90)
    return turns


def _check_size(sized: Any, limits: Limits) -> None:
    """Refuse a stream or frame that is too large; a header may say less than its frames have."""
    pixels = (sized.width or 0) * (sized.height or 0)
    if pixels > limits.max_pixels:
        raise _too_large(str(pixels), limits)


def _too_large(pixels: str, limits: Limits) -> InputError:
    return InputError(
        f"A frame of the video has {pixels} pixels; at most {limits.max_pixels} are decoded. "
        "Scale the video down.",
        code="video_too_large",
        max_pixels=limits.max_pixels,
    )


def damaged_video(reason: str) -> InputError:
    """Return the error of a video that breaks off."""
    return InputError(
        f"The video is damaged and cannot be decoded ({reason}). Convert it to MP4, or leave it "
        "out.",
        code="video_damaged",
        reason=reason,
    )


def too_long(limits: Limits) -> InputError:
    """Return the error of a video that is longer than is decoded."""
    return InputError(
        f"The video is longer than {limits.max_video_seconds:g} seconds, the most that is decoded. "
        "Cut it.",
        code="video_too_long",
        max_seconds=limits.max_video_seconds,
    )


def _regular(times: Sequence[float]) -> tuple[float, ...]:
    """Return ascending times from 0 on; where a container tells none, 25 frames a second."""
    given = np.asarray(times) - times[0]
    if not np.isfinite(given).all() or (np.diff(given) < 0).any():
        given = np.arange(len(times)) / UNKNOWN_RATE
    return tuple(given.tolist())


UNKNOWN_RATE = 25.0
"""Frames a second of a video that does not say it."""


def _containers() -> ModuleType:
    """Import what only videos need."""
    try:
        return import_module("easel.runtime.container")
    except ImportError as error:
        raise missing_package(error, "video") from error


def _not_recognised() -> InputError:
    return InputError(
        "The file is not a video in a known format. Send MP4, MOV, WebM, MKV or AVI, or a zip of "
        "its frames.",
        code="video_not_recognised",
    )
