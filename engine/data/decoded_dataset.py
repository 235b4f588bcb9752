"""What datasets of images, videos and recordings have alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

import numpy as np
from torch import Tensor

from engine.data.files import SampleFiles, SampleSource
from engine.interfaces.dataset import Targets
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import PreprocessingOp

Decoded = TypeVar("Decoded")


class DecodedDataset(ABC, Generic[Decoded]):
    """Samples of one split that are decoded from files, in memory once ``load`` was called.

    Args:
        records: the samples.
        files: gives their content.
        ops: the op list of the package's manifest.
        targets: of the samples at some places.
        num_threads: threads that decode.
    """

    sizes: Sequence[int] | None = None
    chunk = 64
    """Samples decoded in one go, so that progress moves and a cancelled run stops soon."""

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        ops: Sequence[PreprocessingOp],
        targets: Targets,
        num_threads: int = 1,
    ) -> None:
        self.records = records
        self.ops = tuple(ops)
        self._files = files
        self._targets = targets
        self._num_threads = num_threads
        self._loaded: Sequence[Decoded] | None = None

    def __len__(self) -> int:
        return len(self.records)

    @property
    def is_loaded(self) -> bool:
        """Return whether all samples are in memory."""
        return self._loaded is not None

    def load(self) -> Iterator[int]:
        """Decode all samples into memory, yielding the number done so far.

        Raises:
            DataError: when files are damaged; names the first ones.
        """
        decoded: list[Decoded] = []
        for start in range(0, len(self), self.chunk):
            decoded += self.decode(range(start, min(start + self.chunk, len(self))))
            yield len(decoded)
        self._loaded = decoded

    def source(self, index: int) -> SampleSource:
        """Return the file of one sample, or its content where it is in an archive."""
        return self._files.source(self.records[index])

    def targets(self, indices: Sequence[int]) -> Mapping[str, Tensor]:
        """Return what is true of some samples, one row each."""
        return self._targets(np.asarray(indices, dtype=np.intp))

    def at(self, indices: Sequence[int]) -> list[Decoded]:
        """Return decoded samples.

        Raises:
            DataError: when a file is damaged.
        """
        if self._loaded is not None:
            return [self._loaded[index] for index in indices]
        return self.decode(indices)

    @abstractmethod
    def decode(self, indices: Sequence[int]) -> list[Decoded]:
        """Decode samples from their files.

        Raises:
            DataError: when files are damaged; names the first ones.
        """
