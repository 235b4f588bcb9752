"""Images of one split, decoded by the code that the deployed runtime uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from easel.errors import InputError
from easel.runtime import Example
from easel.runtime.image import TENSOR, Pixels, Preprocessing, decode_image
from numpy.typing import NDArray

from engine.data.files import SampleFiles, SampleSource
from engine.errors import DataError
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Targets
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
        files: gives their content.
        preprocessing: the op list of the package's manifest.
        targets: of the samples at some places.
        num_threads: threads that decode; Pillow lets go of the interpreter meanwhile.
    """

    sizes: Sequence[int] | None = None

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        preprocessing: Sequence[PreprocessingOp],
        targets: Targets,
        num_threads: int = 1,
    ) -> None:
        self.records = records
        self.preprocessing = Preprocessing([op.model_dump(mode="json") for op in preprocessing])
        self._files = files
        self._targets = targets
        self._num_threads = num_threads
        self._loaded: _Decoded | None = None

    def __len__(self) -> int:
        return len(self.records)

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes."""
        height, width = self.preprocessing.size
        return len(self) * height * width * 3

    @property
    def is_loaded(self) -> bool:
        """Return whether the pixels are in memory."""
        return self._loaded is not None

    def load(self) -> Iterator[int]:
        """Decode all images into memory, yielding the number done so far.

        Raises:
            DataError: when images are damaged; names the first ones.
        """
        decoded = _room(len(self), self.preprocessing.size)
        for start in range(0, len(self), _CHUNK):
            stop = min(start + _CHUNK, len(self))
            self._decode(range(start, stop), decoded.at(slice(start, stop)))
            yield stop
        self._loaded = decoded

    def read(self, indices: Sequence[int]) -> Batch:
        """Return normalised images ``image`` (B, 3, H, W) float32 and their targets.

        Raises:
            DataError: when an image is damaged.
        """
        chosen = np.asarray(indices, dtype=np.intp)
        images = torch.from_numpy(self.preprocessing.normalize(self._pixels(chosen).pixels))
        return Batch({TENSOR: images}, self._targets(chosen))

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return images as the runtime prepares them.

        Raises:
            DataError: when an image is damaged.
        """
        decoded = self._pixels(np.asarray(indices, dtype=np.intp))
        images = self.preprocessing.normalize(decoded.pixels)
        return [
            Example({TENSOR: images[row : row + 1]}, self.preprocessing.context((height, width)))
            for row, (height, width) in enumerate(decoded.sizes.tolist())
        ]

    def source(self, index: int) -> SampleSource:
        """Return the file of one sample, or its content where it is in an archive."""
        return self._files.source(self.records[index])

    def _pixels(self, chosen: NDArray[np.intp]) -> _Decoded:
        if self._loaded is not None:
            return self._loaded.at(chosen)
        decoded = _room(len(chosen), self.preprocessing.size)
        self._decode(chosen.tolist(), decoded)
        return decoded

    def _decode(self, indices: Sequence[int], out: _Decoded) -> None:
        """Decode into ``out`` with several threads; the result does not depend on their order."""

        def fill(place: int) -> str | None:
            record = self.records[indices[place]]
            try:
                image = decode_image(self._files.source(record))
                out.pixels[place] = self.preprocessing.geometry(image)
            except InputError as error:
                return f"'{record.name}' ({error.message})"
            out.sizes[place] = image.shape[:2]
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


@dataclass(frozen=True)
class _Decoded:
    """Images at the network's size (N, H, W, 3) and the heights and widths they had (N, 2)."""

    pixels: Pixels
    sizes: NDArray[np.int32]

    def at(self, places: slice | NDArray[np.intp]) -> _Decoded:
        """Return some images: a view for a slice."""
        return _Decoded(self.pixels[places], self.sizes[places])


def _room(num_images: int, size: tuple[int, int]) -> _Decoded:
    return _Decoded(np.empty((num_images, *size, 3), np.uint8), np.empty((num_images, 2), np.int32))
