"""What an op makes of a text: rows for the network."""

# R rows (windows)

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.runtime.text.words import Span


@dataclass(frozen=True)
class Rows:
    """What one op makes of one text: tensors (R, …), and its tokens' places where it has some."""

    tensors: dict[str, NDArray[np.generic]]
    offsets: tuple[tuple[Span, ...], ...] = ()
