"""The wave of a recording, drawn by a decoding child."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backend.decoding.works import Done, Options, ReportProgress
from backend.files.audio import pieces_of

PEAKS_PER_SECOND = 100
_PIECE_SECONDS = 10


def wave(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return how loud each hundredth of a second is, one byte each."""
    del options
    with path.open("rb") as file:
        found = [
            peaks(levels, rate) for levels, rate in pieces_of(file, _PIECE_SECONDS, report_progress)
        ]
    together = np.concatenate(found) if found else np.zeros(1, np.float32)
    loudest = float(together.max()) or 1.0
    return Done(content=np.round(together * (255 / loudest)).astype(np.uint8).tobytes())


def peaks(levels: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    """Return the largest amplitude of each hundredth of a second, the last one cut off or whole."""
    num = -(-len(levels) * PEAKS_PER_SECOND // rate)
    starts = np.arange(num) * rate // PEAKS_PER_SECOND
    found: NDArray[np.float32] = np.maximum.reduceat(np.abs(levels), starts) if num else levels
    return found
