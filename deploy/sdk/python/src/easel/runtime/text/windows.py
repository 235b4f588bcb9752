"""Long texts as windows that overlap: rows of one example, none of them cut silently."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

PADDED_TO = 8
"""Rows are padded to a multiple of so many words, so that texts of alike length share a batch."""


def window_starts(length: int, size: int | None, overlap: int) -> list[int]:
    """Return where the windows over a sequence start.

    Windows follow each other by ``size - overlap``; the last one is moved back so that it ends
    with the sequence, and overlaps more instead of being short.

    Args:
        length: of the sequence.
        size: of a window; ``None`` for one window over all of it.
        overlap: of neighbouring windows, less than ``size``.
    """
    if size is None or length <= size:
        return [0]
    return [*range(0, length - size, size - overlap), length - size]


def padded(rows: Sequence[NDArray[np.int64]], length: int) -> NDArray[np.int64]:
    """Stack arrays (T, …) to (R, ``length``, …), filled up with zeros."""
    out = np.zeros((len(rows), length, *rows[0].shape[1:]), np.int64)
    for row, values in enumerate(rows):
        out[row, : len(values)] = values
    return out


def padded_length(length: int) -> int:
    """Return the next multiple of ``PADDED_TO`` that is not 0."""
    return max(1, -(-length // PADDED_TO)) * PADDED_TO
