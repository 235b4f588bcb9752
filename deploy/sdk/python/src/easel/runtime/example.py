"""What preprocessing makes of one input: rows for the network, and what predictions need."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Tensors = Mapping[str, NDArray[np.generic]]
"""Arrays by tensor name; the first axis counts rows."""


class RowStream(Mapping[str, NDArray[np.generic]]):
    """Tensors whose rows are made when the network is ready for them.

    The rows of a long video would not fit into memory together. Asked for by name, a tensor is made
    whole; whoever goes through the rows takes some at a time with ``take_rows``.
    """

    num_rows: int
    """R."""

    row_shapes: Mapping[str, tuple[int, ...]]
    """The shape of one row of each tensor, all float32."""

    @abstractmethod
    def take(self, start: int, stop: int) -> Tensors:
        """Return some rows of all tensors; cheapest in order."""

    def __getitem__(self, name: str) -> NDArray[np.generic]:
        if name not in self.row_shapes:
            raise KeyError(name)
        return self.take(0, self.num_rows)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.row_shapes)

    def __len__(self) -> int:
        return len(self.row_shapes)


def count_rows(tensors: Tensors) -> int:
    """Return R."""
    if isinstance(tensors, RowStream):
        return tensors.num_rows
    return len(next(iter(tensors.values())))


def take_rows(tensors: Tensors, start: int, stop: int) -> Tensors:
    """Return some rows of all tensors, in memory."""
    if isinstance(tensors, RowStream):
        return tensors.take(start, min(stop, tensors.num_rows))
    return {name: rows[start:stop] for name, rows in tensors.items()}


@dataclass(frozen=True)
class Context:
    """Base of what postprocessing must know of an input; each kind of input has its own."""


@dataclass(frozen=True)
class Example:
    """One input, ready for the network.

    Attributes:
        tensors: (R, …) each. R is 1 for an image; long texts and recordings are windows, videos
            are frames, tables are rows. The network sees rows alone, so rows of several inputs
            share its batches; their outputs come back as (R, …).
        context: size, offsets, times: what turns outputs into places in the input.
        known: what the first network said of it when it was asked before; ``tensors`` are empty
            then, and it need not be asked again.
    """

    tensors: Tensors
    context: Context
    known: Tensors | None = None

    @property
    def num_rows(self) -> int:
        """Return R."""
        return count_rows(self.tensors if self.known is None else self.known)

    @property
    def is_stream(self) -> bool:
        """Return whether the rows are made when they are needed, and must not be joined."""
        return isinstance(self.tensors, RowStream)

    @property
    def shape_key(self) -> tuple[tuple[str, tuple[int, ...], str], ...]:
        """Return what must be equal for the rows of two examples to share a batch."""
        return tuple(
            (name, array.shape[1:], str(array.dtype)) for name, array in self.tensors.items()
        )
