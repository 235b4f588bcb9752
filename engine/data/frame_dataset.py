"""Single frames of films as pictures that a detector learns from."""

# B batch, N frames, H height, W width

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from easel.errors import InputError
from easel.runtime import Example
from easel.runtime.image import TENSOR, Pixels
from easel.runtime.video import FramesPreprocessing, open_film
from numpy.typing import NDArray

from engine.data.files import SampleFiles, SampleSource
from engine.data.film_frames import FilmFrame
from engine.data.image_dataset import Targets
from engine.data.tracked_films import unreadable_films
from engine.errors import DataError
from engine.specs.data import SampleRecord
from engine.specs.manifest import PreprocessingOp
from engine.tasks.task import Batch


class FrameDataset:
    """Chosen frames at the network's size as uint8, kept in memory once ``load`` was called.

    Args:
        frames: the examples.
        films: the records of their films.
        files: gives the content of films.
        preprocessing: the op list of the package's manifest.
        targets: of the frames at some places.
        num_threads: threads that decode.
    """

    sizes: Sequence[int] | None = None

    def __init__(
        self,
        frames: Sequence[FilmFrame],
        films: Sequence[SampleRecord],
        files: SampleFiles,
        preprocessing: Sequence[PreprocessingOp],
        targets: Targets,
        num_threads: int = 1,
    ) -> None:
        self.frames, self.films = frames, films
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
        """Decode the films into memory, yielding the number of frames done so far.

        Raises:
            DataError: ``video_unreadable`` or ``frame_beyond_film``.
        """
        pixels = self._room(len(self))
        places = range(len(self))
        by_film = list(self._by_film(places).values())
        done = 0
        for start in range(0, len(by_film), self._num_threads):
            portion = by_film[start : start + self._num_threads]
            self._decode(portion, places, pixels)
            done += sum(len(one) for one in portion)
            yield done
        self._loaded = pixels

    def read(self, indices: Sequence[int]) -> Batch:
        """Return normalised frames ``image`` (B, 3, H, W) float32 and their targets.

        Raises:
            DataError: ``video_unreadable`` or ``frame_beyond_film``.
        """
        chosen = np.asarray(indices, dtype=np.intp)
        images = torch.from_numpy(self.preprocessing.images.normalize(self._pixels(chosen)))
        return Batch({TENSOR: images}, self._targets(chosen))

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return frames as the runtime prepares them.

        Raises:
            DataError: ``video_unreadable`` or ``frame_beyond_film``.
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
        """Return the film that a frame is of."""
        return self._files.source(self.films[self.frames[index].film])

    def _pixels(self, chosen: NDArray[np.intp]) -> Pixels:
        if self._loaded is not None:
            loaded: Pixels = self._loaded[chosen]
            return loaded
        places = chosen.tolist()
        pixels = self._room(len(places))
        self._decode(list(self._by_film(places).values()), places, pixels)
        return pixels

    def _room(self, num_frames: int) -> Pixels:
        return np.empty((num_frames, *self.preprocessing.images.size, 3), np.uint8)

    def _by_film(self, places: Sequence[int]) -> dict[int, list[int]]:
        """Return which of some places are of each film, their frames ascending."""
        rows: dict[int, list[int]] = defaultdict(list)
        for row in sorted(range(len(places)), key=lambda row: self.frames[places[row]].frame):
            rows[self.frames[places[row]].film].append(row)
        return rows

    def _decode(
        self, portions: Sequence[Sequence[int]], places: Sequence[int], out: Pixels
    ) -> None:
        """Decode into ``out`` with several threads, each film once."""

        def fill(rows: Sequence[int]) -> str | None:
            frames = [self.frames[places[row]] for row in rows]
            record = self.films[frames[0].film]
            try:
                film = open_film(self._files.source(record))
                self._require(record, frames[-1], film.num_frames)
                wanted = sorted({frame.frame for frame in frames})
                decoded = dict(zip(wanted, self.preprocessing.pixels(film, wanted), strict=True))
            except InputError as error:
                return f"'{record.name}' ({error.message})"
            for row, frame in zip(rows, frames, strict=True):
                out[row] = decoded[frame.frame]
            return None

        with ThreadPoolExecutor(max_workers=self._num_threads) as pool:
            damaged = [problem for problem in pool.map(fill, portions) if problem]
        if damaged:
            raise unreadable_films(damaged)

    @staticmethod
    def _require(record: SampleRecord, last: FilmFrame, num_frames: int) -> None:
        if last.frame < num_frames:
            return
        raise DataError(
            f"The film '{record.name}' has {num_frames} frames, and a box is marked in frame "
            f"{last.frame + 1}. Delete the box, or bring in the whole film.",
            code="frame_beyond_film",
            sample=record.name,
            frame=last.frame + 1,
            num=num_frames,
        )
