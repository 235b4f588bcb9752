"""What is measured of a recording: a few short frames say enough."""

# N samples, F frames, B bands

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.drift.measuring.features import Descriptor

_FRAME = 512
_MAX_FRAMES = 16
_BANDS = 24
# Of a full scale of one: 100 dB below it all is silence.
_LEAST = 1e-10
_WINDOW = np.hanning(_FRAME).astype(np.float32)
# Each band is a little wider than the one below it; the lowest, of one bin each, are fewer.
_STARTS = np.unique(np.geomspace(1, _FRAME // 2, _BANDS + 1).astype(int))[:-1]


def recording_features(
    samples: NDArray[np.float32], sample_rate: int
) -> tuple[dict[str, float | None], Descriptor]:
    """Return the numbers of a recording, and the levels of its bands (2 B,) in powers of ten.

    Args:
        samples: (N,) in -1..1.
        sample_rate: samples a second.

    Returns:
        Seconds; loudness of the whole and of the quietest of up to 16 frames in decibels; the
        centroid of the spectrum as a share of half the sample rate; its flatness in 0..1, which
        is 1 for white noise. The descriptor has the mean level of each band and how it varies.
    """
    frames = _frames(samples)
    power = np.abs(np.fft.rfft(frames * _WINDOW, axis=1)) ** 2 / _FRAME
    loudness = 10 * np.log10((frames**2).mean(axis=1) + _LEAST)
    spectrum = power.mean(axis=0) + _LEAST
    bands = np.log10(np.add.reduceat(power, _STARTS, axis=1) + _LEAST)
    numbers: dict[str, float | None] = {
        "seconds": len(samples) / sample_rate,
        "loudness": float(10 * np.log10((frames**2).mean() + _LEAST)),
        "quietest": float(loudness.min()),
        "centroid": float((spectrum * np.linspace(0, 1, len(spectrum))).sum() / spectrum.sum()),
        "flatness": float(np.exp(np.log(spectrum).mean()) / spectrum.mean()),
    }
    descriptor = np.concatenate([bands.mean(axis=0), bands.std(axis=0)])
    return numbers, descriptor.astype(np.float32)


def _frames(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return frames (F, 512), spread evenly; a shorter recording is one, filled with silence."""
    if len(samples) < _FRAME:
        samples = np.pad(samples, (0, _FRAME - len(samples)))
    count = min(_MAX_FRAMES, len(samples) // _FRAME)
    starts = np.linspace(0, len(samples) - _FRAME, count).astype(int)
    return samples[starts[:, np.newaxis] + np.arange(_FRAME)].astype(np.float32)
