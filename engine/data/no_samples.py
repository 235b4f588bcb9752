"""The dataset of a split that is not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from easel.runtime import Example, Source

from engine.specs.data import SampleRecord


class NoSamples:
    """A ``TaskDataset`` of nothing."""

    records: Sequence[SampleRecord] = ()
    memory_bytes = 0
    is_loaded = True

    def __len__(self) -> int:
        return 0

    def load(self) -> Iterator[int]:
        """Return nothing."""
        return iter(())

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return nothing."""
        return ()

    def source(self, index: int) -> Source:
        """Refuse: there is no sample.

        Raises:
            IndexError: always.
        """
        raise IndexError(index)
