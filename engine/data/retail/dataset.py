"""Shelves with their products, as a product reader is trained on and evaluated by them."""

# B shelves, N products of all shelves, S side of a crop

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from easel.runtime import Example, Source
from easel.runtime.image import TENSOR, ImageInput, Pixels, Preprocessing
from easel.runtime.limits import Limits
from easel.runtime.retail.library import crop_tensor, crops
from numpy.typing import NDArray

from engine.data.decoding import decoded_image
from engine.data.image.region_boxes import BoxTargets, enclosing_box, labelled_regions
from engine.data.retail.shelves import Shelves
from engine.interfaces.batch import Batch
from engine.specs.data import SampleRecord
from engine.specs.package.ops.image import ImageOp, KeepSourceOp

CROPS, PRODUCTS = "crops", "products"
_CHUNK = 64


@dataclass(frozen=True)
class _Shelf:
    """A shelf at the network's size, and its products (N, S, S, 3)."""

    image: Pixels
    crops: NDArray[np.uint8]


class ShelfDataset:
    """Shelves of one split.

    Args:
        shelves: with boxes of products.
        labels: all products.
        image_ops: of the package's manifest; the first keeps the source.
        crop_size: S.
        num_threads: threads that decode and paint.
        is_trained_on: whether ``load`` is of use; a shelf that is evaluated is needed as a whole.
    """

    sizes: Sequence[int] | None = None

    def __init__(
        self,
        shelves: Shelves,
        labels: Sequence[str],
        image_ops: Sequence[ImageOp],
        crop_size: int,
        num_threads: int = 1,
        *,
        is_trained_on: bool = True,
    ) -> None:
        self._is_trained_on = is_trained_on
        self.shelves = shelves
        self.records: Sequence[SampleRecord] = shelves.records
        self._files = shelves.files
        self._input = ImageInput([op.model_dump(mode="json") for op in image_ops], Limits())
        geometry = [op for op in image_ops if not isinstance(op, KeepSourceOp)]
        self._preprocessing = Preprocessing([op.model_dump(mode="json") for op in geometry])
        self._targets = BoxTargets(shelves.records, labels, geometry)
        self._crop_size = crop_size
        self._num_threads = num_threads
        self._loaded: list[_Shelf] | None = None

    def __len__(self) -> int:
        return len(self.records)

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes."""
        if not self._is_trained_on:
            return 0
        height, width = self._preprocessing.size
        products = sum(len(record.regions) for record in self.records)
        return 3 * (len(self) * height * width + products * self._crop_size**2)

    @property
    def is_loaded(self) -> bool:
        """Return whether shelves and products are in memory."""
        return self._loaded is not None

    def load(self) -> Iterator[int]:
        """Decode or paint all shelves and cut out their products, yielding the number done.

        Raises:
            DataError: when an image is damaged.
        """
        loaded: list[_Shelf] = []
        with ThreadPoolExecutor(max_workers=self._num_threads) as pool:
            for start in range(0, len(self), _CHUNK):
                loaded += pool.map(self._shelf, range(start, min(start + _CHUNK, len(self))))
                yield len(loaded)
        self._loaded = loaded

    def read(self, indices: Sequence[int]) -> Batch:
        """Return ``image`` (B, 3, H, W), the boxes on it, and the products that they show.

        ``boxes``, ``labels`` (all zero: a product) and ``samples`` are the detector's; ``crops``
        (N, 3, S, S) in -1..1 and ``products`` (N,) the embedder's, in the same order.

        Raises:
            DataError: when an image is damaged.
        """
        shelves = [
            self._shelf(index) if self._loaded is None else self._loaded[index] for index in indices
        ]
        images = self._preprocessing.normalize(np.stack([one.image for one in shelves]))
        targets = self._targets(np.asarray(indices, dtype=np.intp))
        cut = crop_tensor(np.concatenate([one.crops for one in shelves]))
        return Batch(
            {TENSOR: torch.from_numpy(images)},
            {
                **targets,
                "labels": torch.zeros_like(targets["labels"]),
                CROPS: torch.from_numpy(cut),
                PRODUCTS: targets["labels"],
            },
        )

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return shelves as the runtime prepares them.

        Raises:
            DataError: when an image is damaged.
        """
        return [
            self._input.prepare(decoded_image(self.records[index], self._files))
            for index in indices
        ]

    def source(self, index: int) -> Source:
        """Return the file of one shelf, or its content where it is composed or in an archive."""
        return self._files.source(self.records[index])

    def _shelf(self, index: int) -> _Shelf:
        pixels = decoded_image(self.records[index], self._files)
        boxes = [enclosing_box(one.geometry) for one in labelled_regions(self.records[index])]
        corners = np.array(boxes, dtype=np.float64).reshape(-1, 4)
        return _Shelf(self._preprocessing.geometry(pixels), crops(pixels, corners, self._crop_size))
