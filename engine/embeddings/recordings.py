"""What recordings sound like as a whole: their spectrum."""

# D numbers of a sample

from __future__ import annotations

import numpy as np
from easel.runtime.audio.decode import decode_audio

from engine.embeddings.numbers import Floats

BANDS, WINDOW = 48, 512


def audio_numbers(content: bytes) -> Floats:
    """Return mean and deviation over time of the logarithm of a recording's spectrum, (D,).

    Raises:
        InputError: when it is none.
    """
    samples = decode_audio(content).samples
    padded = np.pad(samples, (0, max(0, WINDOW - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[:: WINDOW // 2]
    power = np.abs(np.fft.rfft(frames * np.hanning(WINDOW), axis=1)) ** 2
    # The lowest bands are narrower than a bin: those that would be empty are left out.
    edges = np.unique(np.geomspace(1, power.shape[1], BANDS + 1).astype(int))
    levels = np.log(np.add.reduceat(power, edges[:-1], axis=1) + 1e-6)
    numbers: Floats = np.concatenate([levels.mean(axis=0), levels.std(axis=0)]).astype(np.float32)
    return numbers
