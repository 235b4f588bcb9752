"""The log-mel features that Whisper takes."""

# N samples, T frames, F bins of the transform, M mel bands

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

FRAME_LENGTH, HOP_LENGTH = 400, 160
RANGE = 8.0
"""How far below the loudest value of a recording all others may lie, in powers of ten."""

_FLOOR = 1e-10
_BLOCK = 4096


@dataclass(frozen=True)
class WhisperMel:
    """The op ``whisper_mel``.

    Attributes:
        rate: samples a second.
        num_mels: M.

    Source: Radford et al., Robust Speech Recognition via Large-Scale Weak Supervision, 2022,
        section 2.2; bands after Slaney, Auditory Toolbox, 1998.
    """

    rate: int
    num_mels: int
    hop_length: int = HOP_LENGTH

    def __call__(self, samples: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return features (T, M) of a recording (N,), in double precision.

        Frames are centred at multiples of the hop, mirrored at the start, and go on while they
        hold a sample; silence follows the end. What follows them would be silence alone.
        """
        half = FRAME_LENGTH // 2
        samples = np.pad(samples, (0, max(0, half + 1 - len(samples))))
        num_frames = -(-(len(samples) + half) // HOP_LENGTH)
        padded = np.pad(np.pad(samples, (half, 0), mode="reflect"), (0, FRAME_LENGTH))
        frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME_LENGTH)
        frames = frames[::HOP_LENGTH][:num_frames]
        window = np.hanning(FRAME_LENGTH + 1)[:-1]
        bands = slaney_bands(self.rate, self.num_mels)
        features = np.empty((len(frames), self.num_mels))
        for start in range(0, len(frames), _BLOCK):
            block = frames[start : start + _BLOCK].astype(np.float64)
            spectrum = np.fft.rfft(block * window)
            power = spectrum.real**2 + spectrum.imag**2
            features[start : start + _BLOCK] = np.log10(np.maximum(power @ bands, _FLOOR))
        loud: NDArray[np.float64] = np.maximum(features, features.max() - RANGE)
        return loud


@lru_cache(maxsize=4)
def slaney_bands(rate: int, num_mels: int) -> NDArray[np.float64]:
    """Return the weight of each bin in each band (F, M): triangles of equal area over hertz."""
    edges = _hertz(np.linspace(0.0, float(_mel(np.array([rate / 2]))[0]), num_mels + 2))
    bins = np.fft.rfftfreq(FRAME_LENGTH, 1 / rate)[:, np.newaxis]
    rising = (bins - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - bins) / (edges[2:] - edges[1:-1])
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    weights: NDArray[np.float64] = triangles * (2.0 / (edges[2:] - edges[:-2]))
    return weights


_KNEE, _LINEAR, _STEP = 1000.0, 3 / 200, np.log(6.4) / 27


def _mel(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Slaney's scale of pitch: linear up to 1 kHz, logarithmic above."""
    above = np.maximum(hertz, _KNEE)
    pitch: NDArray[np.float64] = np.where(
        hertz < _KNEE, hertz * _LINEAR, _KNEE * _LINEAR + np.log(above / _KNEE) / _STEP
    )
    return pitch


def _hertz(pitch: NDArray[np.float64]) -> NDArray[np.float64]:
    knee = _KNEE * _LINEAR
    above = _KNEE * np.exp(_STEP * (np.maximum(pitch, knee) - knee))
    hertz: NDArray[np.float64] = np.where(pitch < knee, pitch / _LINEAR, above)
    return hertz
