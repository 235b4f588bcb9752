"""Images of one split, decoded by the code that the deployed runtime uses."""

# B images, H height, W width

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from easel.runtime import Example
from easel.runtime.image import TENSOR, Pixels, Preprocessing, decode_image

from engine.data.decoded_dataset import DecodedDataset
from engine.data.decoding import decode_all
from engine.data.files import SampleFiles
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Targets
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import PreprocessingOp

_Decoded = tuple[Pixels, tuple[int, int]]
"""An image at the network's size (H, W, 3), and the height and width it had."""


class ImageDataset(DecodedDataset[_Decoded]):
    """Images at the network's size as uint8, kept in memory once ``load`` was called.

    Args:
        records: the samples of one split.
        files: gives their content.
        preprocessing: the op list of the package's manifest.
        targets: of the samples at some places.
        num_threads: threads that decode.
    """

    chunk = 256

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        preprocessing: Sequence[PreprocessingOp],
        targets: Targets,
        num_threads: int = 1,
    ) -> None:
        super().__init__(records, files, targets, num_threads)
        self.preprocessing = Preprocessing([op.model_dump(mode="json") for op in preprocessing])

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes."""
        height, width = self.preprocessing.size
        return len(self) * height * width * 3

    def read(self, indices: Sequence[int]) -> Batch:
        """Return normalised images ``image`` (B, 3, H, W) float32 and their targets.

        Raises:
            DataError: when an image is damaged.
        """
        pixels = np.stack([pixels for pixels, _ in self.at(indices)])
        images = torch.from_numpy(self.preprocessing.normalize(pixels))
        return Batch({TENSOR: images}, self._targets(np.asarray(indices, dtype=np.intp)))

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return images as the runtime prepares them.

        Raises:
            DataError: when an image is damaged.
        """
        return [
            Example(
                {TENSOR: self.preprocessing.normalize(pixels[np.newaxis])},
                self.preprocessing.context(size),
            )
            for pixels, size in self.at(indices)
        ]

    def decode(self, indices: Sequence[int]) -> list[_Decoded]:
        """Decode images with several threads.

        Raises:
            DataError: when images are damaged; names the first ones.
        """

        def decode(index: int) -> _Decoded:
            image = decode_image(self._files.source(self.records[index]))
            height, width = image.shape[:2]
            return self.preprocessing.geometry(image), (height, width)

        return decode_all("image", indices, decode, self.records.__getitem__, self._num_threads)
