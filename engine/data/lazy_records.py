"""Records of samples, made when they are asked for: most rows of a table are never named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from engine.specs.data import SampleRecord


class LazyRecords(Sequence[SampleRecord]):
    """So many records, each made anew by its place."""

    def __init__(self, count: int, make: Callable[[int], SampleRecord]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> SampleRecord: ...

    @overload
    def __getitem__(self, index: slice) -> list[SampleRecord]: ...

    def __getitem__(self, index: int | slice) -> SampleRecord | list[SampleRecord]:
        if isinstance(index, slice):
            return [self._make(place) for place in range(*index.indices(self._count))]
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._make(index % self._count)
