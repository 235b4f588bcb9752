"""What preprocessing makes of one input: rows for the network, and what the answer will need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Tensors = Mapping[str, NDArray[np.generic]]
"""Arrays by tensor name; the first axis counts rows."""


@dataclass(frozen=True)
class Context:
    """Base of what postprocessing must know of an input; each kind of input has its own."""


@dataclass(frozen=True)
class Example:
    """One input, ready for the network.

    Attributes:
        tensors: (R, …) each. R is 1 for a picture; long texts and recordings are windows, films
            are frames, tables are rows. The network sees rows alone, so rows of several inputs
            share its batches; their outputs come back as (R, …).
        context: size, offsets, times: what turns outputs into places in the input.
    """

    tensors: Tensors
    context: Context

    @property
    def num_rows(self) -> int:
        """Return R."""
        return len(next(iter(self.tensors.values())))

    @property
    def shape_key(self) -> tuple[tuple[str, tuple[int, ...], str], ...]:
        """Return what must be equal for the rows of two examples to share a batch."""
        return tuple(
            (name, array.shape[1:], str(array.dtype)) for name, array in self.tensors.items()
        )
