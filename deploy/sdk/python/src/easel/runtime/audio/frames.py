"""Recordings as their own samples, frame by frame, for networks that learn their features."""

# N samples, T frames, L samples of a frame

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class WaveFrames:
    """The op ``wave_frames``.

    Attributes:
        rate: samples a second.
        hop_length: L.
        gain: what samples are multiplied by.
    """

    rate: int
    hop_length: int
    gain: float

    def __call__(self, samples: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the samples (N,) times the gain as (T, L), the last frame filled with zeros."""
        num_frames = max(1, -(-len(samples) // self.hop_length))
        frames = np.zeros(num_frames * self.hop_length)
        frames[: len(samples)] = samples
        return frames.reshape(num_frames, self.hop_length) * self.gain
