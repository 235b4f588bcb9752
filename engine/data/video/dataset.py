"""Videos of one split, whole or cut to segments, decoded by the code of the deployed runtime."""

# B batch, N frames, H height, W width

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from easel.errors import InputError
from easel.runtime import Example
from easel.runtime.image import Pixels
from easel.runtime.video import TENSOR, Preprocessing, even_places, open_video

from engine.data.decoded_dataset import DecodedDataset
from engine.data.decoding import decode_all
from engine.data.files import SampleFiles, SampleSource
from engine.data.image.dataset import normalized
from engine.data.segments import segment_of
from engine.data.video.segments import Stretch, packed
from engine.interfaces.batch import Batch
from engine.specs.data import SampleRecord

# Above this many pixels a side, frames are reduced to the usual size of video networks.
_SMALL_SIDE, _SMALL_SIZE, _USUAL_SIZE = 128, 64, 112
_NUM_MEASURED = 8


_Decoded = tuple[Pixels, int]
"""The chosen frames of a video (N, H, W, 3), and how many the whole video has."""


class VideoDataset(DecodedDataset[_Decoded]):
    """Chosen frames of videos at the network's size, kept in memory once ``load`` was called."""

    chunk = 16

    @cached_property
    def preprocessing(self) -> Preprocessing:
        """Return what makes a video the network's input."""
        return Preprocessing([op.model_dump(mode="json") for op in self.ops])

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes."""
        height, width = self.preprocessing.images.size
        return len(self) * self.preprocessing.num_frames * height * width * 3

    def read(self, indices: Sequence[int]) -> Batch:
        """Return normalised videos ``video`` (B, N, 3, H, W) float32 and their targets.

        Raises:
            DataError: when a video is damaged.
        """
        pixels = [pixels for pixels, _ in self.at(indices)]
        return Batch({TENSOR: normalized(pixels, self.preprocessing.images)}, self.targets(indices))

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return videos as the runtime prepares them.

        Raises:
            DataError: when a video is damaged.
        """
        return [self.preprocessing.example(*decoded) for decoded in self.at(indices)]

    def pixels(self, index: int) -> Pixels:
        """Return the chosen frames of one video, (N, H, W, 3) uint8."""
        return self.at([index])[0][0]

    def source(self, index: int) -> SampleSource:
        """Return the file of one sample, or its content where it is in an archive.

        Of a segment it is a video of those frames that the network looks at.

        Raises:
            InputError: when the video of a segment is damaged.
        """
        record = self.records[index]
        segment = segment_of(record)
        if segment is None:
            return super().source(index)
        stretch = Stretch(open_video(self._files.source(record)), segment)
        return packed(stretch, even_places(stretch.num_frames, self.preprocessing.num_frames))

    def decode(self, indices: Sequence[int]) -> list[_Decoded]:
        """Decode videos with several threads, each once for all segments of it.

        Raises:
            DataError: when videos are damaged; names the first ones.
        """
        by_video: dict[str, list[int]] = defaultdict(list)
        for index in indices:
            by_video[self.records[index].file].append(index)
        decoded: dict[int, _Decoded] = {}
        for part in decode_all(
            "video",
            by_video.values(),
            self._decode_video,
            lambda places: self.records[places[0]],
            self._num_threads,
        ):
            decoded.update(part)
        return [decoded[index] for index in indices]

    def _decode_video(self, indices: Sequence[int]) -> dict[int, _Decoded]:
        """Return the chosen frames of one video, or of several segments of it, decoded once."""
        video = open_video(self._files.source(self.records[indices[0]]))
        places, lengths = {}, {}
        for index in indices:
            segment = segment_of(self.records[index])
            stretch = None if segment is None else Stretch(video, segment)
            first = 0 if stretch is None else stretch.first
            lengths[index] = video.num_frames if stretch is None else stretch.num_frames
            chosen = even_places(lengths[index], self.preprocessing.num_frames)
            places[index] = [first + place for place in chosen]
        wanted = sorted({place for chosen in places.values() for place in chosen})
        # Frames are reduced as they come, so that a video with many segments fits.
        small = map(self.preprocessing.images.geometry, video.decode(wanted))
        frames = dict(zip(wanted, small, strict=True))
        return {
            index: (np.stack([frames[place] for place in chosen]), lengths[index])
            for index, chosen in places.items()
        }


def default_video_size(records: Sequence[SampleRecord], files: SampleFiles) -> int:
    """Return the side of the network's frames: 64 pixels where videos are small, else 112.

    Those that cannot be read are passed over: decoding names them.
    """
    sides: list[int] = []
    for record in records[:_NUM_MEASURED]:
        if record.width is not None and record.height is not None:
            sides.append(max(record.width, record.height))
            continue
        try:
            (frame,) = open_video(files.source(record)).frames([0])
        except InputError:
            continue
        sides.append(max(frame.shape[:2]))
    return _SMALL_SIZE if sides and max(sides) <= _SMALL_SIDE else _USUAL_SIZE
