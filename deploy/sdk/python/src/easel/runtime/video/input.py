"""A video as the input of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np

from easel.errors import InputError
from easel.runtime.example import Example
from easel.runtime.image import Pixels
from easel.runtime.inputs import Part, ReadFile, unsupported_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op
from easel.runtime.video.decode import Video
from easel.runtime.video.frames import FramesPreprocessing
from easel.runtime.video.opening import open_video, video_size
from easel.runtime.video.preprocessing import TENSOR, Preprocessing

__all__ = ["TENSOR", "VideoInput", "open_input"]

VideoSource = Union[bytes, str, Path, Video]
"""A video's bytes or path, or one that is open."""


# Up to 16 frames that a codec refers to and a few on their way, 1.5 bytes each; RGB and a copy.
_BYTES_A_PIXEL = 40


class _StillVideo(Video):
    """One image as a video, which needs no decoder."""

    def __init__(self, image: Pixels) -> None:
        self._image = image
        self.times = (0.0,)
        self.size = image.shape[0], image.shape[1]

    def decode(self, places: Sequence[int]) -> Iterator[Pixels]:
        return (self._image for _ in places)


class VideoInput:
    """One part ``video``; one row a video, or one a frame, as the first op says."""

    parts = (Part("video", is_file=True, media=("video/",)),)

    def __init__(self, ops: Sequence[Op], limits: Limits) -> None:
        sees_frames = bool(ops) and ops[0].get("op") == "every_frame"
        self.preprocessing: Preprocessing | FramesPreprocessing = (
            FramesPreprocessing(ops) if sees_frames else Preprocessing(ops)
        )
        self._limits = limits

    def decode(self, source: VideoSource) -> Video:
        """Return the video, whose frames are decoded when they are needed.

        Raises:
            InputError: when the video cannot be used, naming what is wrong with it.
        """
        if isinstance(source, Video):
            return source
        if isinstance(source, (bytes, str, Path)):
            return open_video(source, limits=self._limits)
        raise InputError(
            f"A video of type {type(source).__name__} cannot be used. Give the bytes or path of a "
            "video's file.",
            code="input_type",
        )

    def decoding_bytes(self, source: VideoSource) -> int:
        """Return how much memory decoding takes at most: the frames that others refer to."""
        if not isinstance(source, (bytes, str, Path)):
            return 0
        try:
            height, width = video_size(source, limits=self._limits)
        except InputError:
            return 0
        return height * width * _BYTES_A_PIXEL

    def prepare(self, value: Video) -> Example:
        """Return one row ``video`` (1, N, 3, H, W), or rows ``image`` (R, 3, H, W); float32.

        Raises:
            InputError: when frames cannot be decoded, or are too small for a crop.
        """
        return self.preprocessing(value)

    def recorded(self, value: Video) -> None:
        """Return ``None``: all frames of a video would be far larger than the video."""
        return

    def blank(self) -> Video:
        """Return a video of one black frame that no op finds too small."""
        return _StillVideo(np.zeros((*self.preprocessing.images.ample_size, 3), np.uint8))


def open_input(
    spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits
) -> VideoInput:
    """Compile a manifest's video input; see ``easel.runtime.inputs``."""
    if dict(spec) != {"kind": "video"}:
        raise unsupported_input(spec)
    return VideoInput(ops, limits)
