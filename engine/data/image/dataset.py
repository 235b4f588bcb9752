"""Images of one split, decoded by the code that the deployed runtime uses."""

# B images, H height, W width

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import torch
from easel.runtime import Example
from easel.runtime.image import TENSOR, ImageContext, Pixels, Preprocessing, decode_image
from torch import Tensor

from engine.data.decoded_dataset import DecodedDataset
from engine.data.decoding import decode_all
from engine.interfaces.batch import Batch

_Decoded = tuple[Pixels, tuple[int, int]]
"""An image at the network's size (H, W, 3), and the height and width it had."""


class ImageDataset(DecodedDataset[_Decoded]):
    """Images at the network's size as uint8, kept in memory once ``load`` was called."""

    chunk = 256

    @cached_property
    def preprocessing(self) -> Preprocessing:
        """Return what makes an image the network's input."""
        return Preprocessing([op.model_dump(mode="json") for op in self.ops])

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
        pixels = [pixels for pixels, _ in self.at(indices)]
        return Batch({TENSOR: normalized(pixels, self.preprocessing)}, self.targets(indices))

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

    def context(self, index: int) -> ImageContext:
        """Return what brings a place in the network's input back to one in the image.

        Raises:
            DataError: when the image is damaged.
        """
        ((_, size),) = self.at([index])
        return self.preprocessing.context(size)

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


def normalized(pixels: Sequence[Pixels], preprocessing: Preprocessing) -> Tensor:
    """Return a batch (B, …, 3, H, W) float32 of images, or of videos, at the network's size."""
    return torch.from_numpy(preprocessing.normalize(np.stack(pixels)))
