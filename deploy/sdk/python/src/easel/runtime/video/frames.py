"""Frames of a video as rows of a network that takes images, decoded when they are needed."""

# R rows, H height, W width

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np

from easel.errors import InputError
from easel.runtime.example import Example, RowStream, Tensors
from easel.runtime.image import TENSOR, Pixels
from easel.runtime.image import Preprocessing as ImagePreprocessing
from easel.runtime.ops import Op, op_name, whole
from easel.runtime.video.context import FramesContext
from easel.runtime.video.decode import Video

FIELDS = {"every_frame": {"step"}}


class FramesPreprocessing:
    """A compiled op list: ``every_frame``, then the ops of images for each frame alike.

    Attributes:
        step: one frame of so many is seen, the first one among them.
        images: what is done to each frame.
    """

    def __init__(self, ops: Sequence[Op]) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``; nothing is guessed.
        """
        op_name(ops[0], FIELDS, "preprocessing")
        self.step = whole(ops[0], "step", 1, 1)
        self.images = ImagePreprocessing(ops[1:])

    def places(self, video: Video) -> tuple[int, ...]:
        """Return the frames that are seen."""
        return tuple(range(0, video.num_frames, self.step))

    def pixels(self, video: Video, places: Sequence[int]) -> Iterator[Pixels]:
        """Yield frames at ascending places, (H, W, 3) uint8 at the network's size.

        Raises:
            InputError: ``video_damaged``, also when frames differ in size.
        """
        for place, frame in zip(places, video.decode(places)):
            if frame.shape[:2] != video.size:
                raise InputError(
                    f"Frame {place} of the video is {frame.shape[1]} x {frame.shape[0]} pixels, "
                    f"the first one {video.size[1]} x {video.size[0]}. "
                    "Convert the video to one size.",
                    code="video_damaged",
                    reason=f"frame {place} has another size",
                )
            yield self.images.geometry(frame)

    def context(self, video: Video) -> FramesContext:
        """Return what a prediction must know of a video."""
        places = self.places(video)
        return FramesContext(
            num_frames=video.num_frames,
            places=places,
            times=tuple(video.times[place] for place in places),
            image=self.images.context(video.size),
        )

    def __call__(self, video: Video) -> Example:
        """Return the rows of a video, one per frame that is seen."""
        return Example(FrameStream(self, video), self.context(video))


class ImageStream(RowStream):
    """Rows that are frames of a video, which a prediction may look at again."""

    @abstractmethod
    def pixels(self, start: int, stop: int) -> Pixels:
        """Return some frames (N, H, W, 3) uint8 at the network's size; cheapest in order."""


class FrameStream(ImageStream):
    """``image`` (R, 3, H, W) float32; frames are decoded on while they are taken in order."""

    def __init__(self, preprocessing: FramesPreprocessing, video: Video) -> None:
        self._preprocessing, self._video = preprocessing, video
        self._places = preprocessing.places(video)
        self.num_rows = len(self._places)
        height, width = preprocessing.images.size
        is_planar = preprocessing.images.layout == "NCHW"
        self.row_shapes = {TENSOR: (3, height, width) if is_planar else (height, width, 3)}
        self._next = 0
        self._frames: Iterator[Pixels] = iter(())

    def take(self, start: int, stop: int) -> Tensors:
        """Return some rows; going back decodes the video from its beginning again.

        Raises:
            InputError: ``video_damaged``.
        """
        return {TENSOR: self._preprocessing.images.normalize(self.pixels(start, stop))}

    def pixels(self, start: int, stop: int) -> Pixels:
        """Return some frames; going back decodes the video from its beginning again.

        Raises:
            InputError: ``video_damaged``.
        """
        if start != self._next or start == 0:
            self._frames = self._preprocessing.pixels(self._video, self._places[start:])
        self._next = stop
        return np.stack([next(self._frames) for _ in range(start, stop)])
