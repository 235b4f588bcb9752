"""Whole videos whose frames are rows of a network: what objects are followed through."""

# N frames of all videos, H height, W width

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from easel.errors import InputError
from easel.runtime import Example, Tensors
from easel.runtime.image import TENSOR, Pixels
from easel.runtime.video import FramesContext, FramesPreprocessing, open_video
from easel.runtime.video.frames import ImageStream

from engine.data.decoding import unreadable
from engine.data.files import SampleFiles, SampleSource
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import PreprocessingOp


class TrackedVideos:
    """Videos of one split; their frames are kept in memory once ``load`` was called.

    Args:
        records: the samples of one split, with their size.
        files: gives their content.
        preprocessing: the op list of the package's manifest.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        preprocessing: Sequence[PreprocessingOp],
    ) -> None:
        self.records = records
        self.preprocessing = FramesPreprocessing(
            [op.model_dump(mode="json") for op in preprocessing]
        )
        self._files = files
        self._loaded: list[tuple[Pixels, FramesContext]] | None = None

    def __len__(self) -> int:
        return len(self.records)

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes, by the last annotated frame of each video."""
        height, width = self.preprocessing.images.size
        last = [
            max((getattr(region.geometry, "frame", 0) for region in record.regions), default=0)
            for record in self.records
        ]
        return sum(frame + 1 for frame in last) // self.preprocessing.step * height * width * 3

    @property
    def is_loaded(self) -> bool:
        """Return whether the frames are in memory."""
        return self._loaded is not None

    def load(self) -> Iterator[int]:
        """Decode all videos into memory, yielding the number done so far.

        Raises:
            DataError: ``video_unreadable``.
        """
        loaded = []
        for index, record in enumerate(self.records):
            try:
                video = open_video(self._files.source(record))
                context = self.preprocessing.context(video)
                loaded.append(
                    (np.stack([*self.preprocessing.pixels(video, context.places)]), context)
                )
            except InputError as error:
                raise unreadable("video", record, error) from error
            yield index + 1
        self._loaded = loaded

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return videos as the runtime prepares them.

        Raises:
            DataError: ``video_unreadable``.
        """
        if self._loaded is not None:
            return [self._remembered(*self._loaded[index]) for index in indices]
        examples = []
        for index in indices:
            record = self.records[index]
            try:
                examples.append(self.preprocessing(open_video(self._files.source(record))))
            except InputError as error:
                raise unreadable("video", record, error) from error
        return examples

    def source(self, index: int) -> SampleSource:
        """Return the video."""
        return self._files.source(self.records[index])

    def _remembered(self, pixels: Pixels, context: FramesContext) -> Example:
        return Example(_Remembered(pixels, self.preprocessing), context)


class _Remembered(ImageStream):
    """Frames (N, H, W, 3) in memory as rows, normalised when they are taken."""

    def __init__(self, pixels: Pixels, preprocessing: FramesPreprocessing) -> None:
        self._pixels, self._images = pixels, preprocessing.images
        self.num_rows = len(pixels)
        height, width = preprocessing.images.size
        self.row_shapes = {TENSOR: (3, height, width)}

    def take(self, start: int, stop: int) -> Tensors:
        return {TENSOR: self._images.normalize(self._pixels[start:stop])}

    def pixels(self, start: int, stop: int) -> Pixels:
        return self._pixels[start:stop]
