"""Single frames of videos as images that a detector learns from."""

# B batch, N frames, H height, W width

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import torch
from easel.runtime import Example
from easel.runtime.image import TENSOR, Pixels
from easel.runtime.video import FramesPreprocessing, open_video
from numpy.typing import NDArray

from engine.data.decoding import decode_all
from engine.data.files import SampleFiles, SampleSource
from engine.data.video.frames import VideoFrame
from engine.errors import DataError
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Targets
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import PreprocessingOp


class FrameDataset:
    """Chosen frames at the network's size as uint8, kept in memory once ``load`` was called.

    Args:
        frames: the examples.
        videos: the records of their videos.
        files: gives the content of videos.
        preprocessing: the op list of the package's manifest.
        targets: of the frames at some places.
        num_threads: threads that decode.
    """

    sizes: Sequence[int] | None = None

    def __init__(
        self,
        frames: Sequence[VideoFrame],
        videos: Sequence[SampleRecord],
        files: SampleFiles,
        preprocessing: Sequence[PreprocessingOp],
        targets: Targets,
        num_threads: int = 1,
    ) -> None:
        self.frames, self.videos = frames, videos
        self.records: Sequence[SampleRecord] = [frame.record for frame in frames]
        self.ops = tuple(preprocessing)
        self.preprocessing = FramesPreprocessing([op.model_dump(mode="json") for op in self.ops])
        self._files = files
        self._targets = targets
        self._num_threads = num_threads
        self._loaded: Pixels | None = None

    def __len__(self) -> int:
        return len(self.frames)

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes."""
        height, width = self.preprocessing.images.size
        return len(self) * height * width * 3

    @property
    def is_loaded(self) -> bool:
        """Return whether the frames are in memory."""
        return self._loaded is not None

    def load(self) -> Iterator[int]:
        """Decode the videos into memory, yielding the number of frames done so far.

        Raises:
            DataError: ``video_unreadable`` or ``frame_beyond_video``.
        """
        pixels = self._room(len(self))
        places = range(len(self))
        by_video = list(self._by_video(places).values())
        done = 0
        for start in range(0, len(by_video), self._num_threads):
            portion = by_video[start : start + self._num_threads]
            self._decode(portion, places, pixels)
            done += sum(len(one) for one in portion)
            yield done
        self._loaded = pixels

    def read(self, indices: Sequence[int]) -> Batch:
        """Return normalised frames ``image`` (B, 3, H, W) float32 and their targets.

        Raises:
            DataError: ``video_unreadable`` or ``frame_beyond_video``.
        """
        chosen = np.asarray(indices, dtype=np.intp)
        images = torch.from_numpy(self.preprocessing.images.normalize(self._pixels(chosen)))
        return Batch({TENSOR: images}, self._targets(chosen))

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return frames as the runtime prepares them.

        Raises:
            DataError: ``video_unreadable`` or ``frame_beyond_video``.
        """
        chosen = np.asarray(indices, dtype=np.intp)
        images = self.preprocessing.images.normalize(self._pixels(chosen))
        sizes = [(self.records[index].height, self.records[index].width) for index in indices]
        return [
            Example(
                {TENSOR: images[row : row + 1]},
                self.preprocessing.images.context((int(height or 0), int(width or 0))),
            )
            for row, (height, width) in enumerate(sizes)
        ]

    def source(self, index: int) -> SampleSource:
        """Return the video that a frame is of."""
        return self._files.source(self.videos[self.frames[index].video])

    def _pixels(self, chosen: NDArray[np.intp]) -> Pixels:
        if self._loaded is not None:
            loaded: Pixels = self._loaded[chosen]
            return loaded
        places = chosen.tolist()
        pixels = self._room(len(places))
        self._decode(list(self._by_video(places).values()), places, pixels)
        return pixels

    def _room(self, num_frames: int) -> Pixels:
        return np.empty((num_frames, *self.preprocessing.images.size, 3), np.uint8)

    def _by_video(self, places: Sequence[int]) -> dict[int, list[int]]:
        """Return which of some places are of each video, their frames ascending."""
        rows: dict[int, list[int]] = defaultdict(list)
        for row in sorted(range(len(places)), key=lambda row: self.frames[places[row]].frame):
            rows[self.frames[places[row]].video].append(row)
        return rows

    def _decode(
        self, portions: Sequence[Sequence[int]], places: Sequence[int], out: Pixels
    ) -> None:
        """Decode into ``out`` with several threads, each video once."""

        def fill(rows: Sequence[int]) -> None:
            frames = [self.frames[places[row]] for row in rows]
            record = self.videos[frames[0].video]
            video = open_video(self._files.source(record))
            self._require(record, frames[-1], video.num_frames)
            wanted = sorted({frame.frame for frame in frames})
            decoded = dict(zip(wanted, self.preprocessing.pixels(video, wanted), strict=True))
            for row, frame in zip(rows, frames, strict=True):
                out[row] = decoded[frame.frame]

        decode_all(
            "video",
            portions,
            fill,
            lambda rows: self.videos[self.frames[places[rows[0]]].video],
            self._num_threads,
        )

    @staticmethod
    def _require(record: SampleRecord, last: VideoFrame, num_frames: int) -> None:
        if last.frame < num_frames:
            return
        raise DataError(
            f"The video '{record.name}' has {num_frames} frames, and a box is annotated in frame "
            f"{last.frame + 1}. Delete the box, or bring in the whole video.",
            code="frame_beyond_video",
            sample=record.name,
            frame=last.frame + 1,
            num=num_frames,
        )
