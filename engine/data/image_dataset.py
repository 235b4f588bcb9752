"""Images of one split, decoded by the code that the deployed runtime uses."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from easel.errors import InputError
from easel.runtime.ops import Preprocessing, decode_image
from numpy.typing import NDArray

from engine.errors import DataError
from engine.specs.data import SampleRecord
from engine.specs.manifest import PreprocessingOp

# Samples named in one error message; a folder of damaged files must not fill the screen.
_MAX_NAMED = 5
# Decoded in one go, so that progress moves and a cancelled run stops soon.
_CHUNK = 256


class ImageDataset:
    """Images at the network's size as uint8, kept in memory once ``load`` was called.

    Args:
        records: the samples of one split.
        files_root: where their files are.
        labels: all label names; the order is that of the logits.
        multi_label: targets are (B, K) float32 of zeros and ones instead of (B,) int64.
        preprocessing: the op list of the package's manifest.
        num_threads: threads that decode; Pillow lets go of the interpreter meanwhile.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files_root: Path,
        labels: Sequence[str],
        multi_label: bool,
        preprocessing: Sequence[PreprocessingOp],
        num_threads: int = 1,
    ) -> None:
        self.records = records
        self._files_root = files_root
        self._preprocessing = Preprocessing([op.model_dump() for op in preprocessing])
        self._targets = _targets(records, labels, multi_label)
        self._num_threads = num_threads
        self._pixels: NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        return len(self.records)

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes."""
        height, width = self._preprocessing.size
        return len(self) * height * width * 3

    @property
    def is_loaded(self) -> bool:
        """Return whether the pixels are in memory."""
        return self._pixels is not None

    def load(self) -> Iterator[int]:
        """Decode all images into memory, yielding the number done so far.

        Raises:
            DataError: when images are damaged; names the first ones.
        """
        height, width = self._preprocessing.size
        pixels = np.empty((len(self), height, width, 3), np.uint8)
        for start in range(0, len(self), _CHUNK):
            indices = range(start, min(start + _CHUNK, len(self)))
            self._decode(indices, pixels[indices.start : indices.stop])
            yield indices.stop
        self._pixels = pixels

    def read(self, indices: Sequence[int]) -> tuple[NDArray[np.float32], NDArray[np.generic]]:
        """Return normalised images (B, 3, H, W) float32 and their targets.

        Raises:
            DataError: when an image is damaged.
        """
        chosen = np.asarray(indices, dtype=np.intp)
        return self._preprocessing.normalize(self.pixels(chosen)), self._targets[chosen]

    def pixels(self, indices: Sequence[int] | NDArray[np.intp]) -> NDArray[np.uint8]:
        """Return images (B, H, W, 3) uint8 at the network's size.

        Raises:
            DataError: when an image is damaged.
        """
        chosen = np.asarray(indices, dtype=np.intp)
        if self._pixels is not None:
            return self._pixels[chosen]
        pixels = np.empty((len(chosen), *self._preprocessing.size, 3), np.uint8)
        self._decode([int(index) for index in chosen], pixels)
        return pixels

    def file(self, index: int) -> Path:
        """Return the file of one sample."""
        return self._files_root / self.records[index].file

    def _decode(self, indices: Sequence[int], out: NDArray[np.uint8]) -> None:
        """Decode into ``out`` with several threads; the result does not depend on their order."""

        def fill(place: int) -> str | None:
            record = self.records[indices[place]]
            try:
                image = decode_image(self._files_root / record.file)
            except InputError as error:
                return f"'{record.name}' ({error.message})"
            out[place] = self._preprocessing.geometry(image)
            return None

        with ThreadPoolExecutor(max_workers=self._num_threads) as pool:
            damaged = [problem for problem in pool.map(fill, range(len(indices))) if problem]
        if damaged:
            named = ", ".join(damaged[:_MAX_NAMED])
            raise DataError(
                f"{len(damaged)} image(s) cannot be decoded: {named}. "
                "Replace or remove them, then start again.",
                code="image_unreadable",
                sample=named,
                count=len(damaged),
            )


def cache_budget_bytes(memory_bytes: int | None) -> int:
    """Return how much memory decoded images may take: half of what the run has.

    Args:
        memory_bytes: the limit of the run, ``None`` for what the machine has free.
    """
    if memory_bytes is None:
        memory_bytes = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return memory_bytes // 2


def _targets(
    records: Sequence[SampleRecord], labels: Sequence[str], multi_label: bool
) -> NDArray[np.generic]:
    position = {label: index for index, label in enumerate(labels)}
    if not multi_label:
        return np.array([position[record.labels[0]] for record in records], dtype=np.int64)
    targets = np.zeros((len(records), len(labels)), dtype=np.float32)
    for row, record in enumerate(records):
        targets[row, [position[label] for label in record.labels]] = 1
    return targets
