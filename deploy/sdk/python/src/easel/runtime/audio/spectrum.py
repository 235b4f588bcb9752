"""Recordings as log-mel features: how loud each band of pitch is, frame by frame."""

# N samples, T frames, F bins of the transform, M mel bands

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Frames transformed in one go, which bounds the memory of a long recording.
_BLOCK = 4096


@dataclass(frozen=True)
class LogMel:
    """The op ``log_mel``; lengths are in samples.

    Attributes:
        rate: samples a second.
        frame_length: samples of a frame.
        hop_length: from the beginning of one frame to that of the next.
        fft_size: length of the transform; frames are padded with zeros at the end.
        num_mels: M.
        low_hz: where the lowest band begins.
        high_hz: where the highest band ends.
        pre_emphasis: share of the sample before that is taken off each sample.
        floor: least power of a band.
    """

    rate: int
    frame_length: int
    hop_length: int
    fft_size: int
    num_mels: int
    low_hz: float
    high_hz: float
    pre_emphasis: float
    floor: float

    def num_frames(self, num_samples: int) -> int:
        """Return T: whole frames alone count, and a shorter recording has one frame."""
        return 1 + max(0, num_samples - self.frame_length) // self.hop_length

    def __call__(self, samples: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return features (T, M) of a recording (N,), in double precision.

        Each frame loses its mean, is pre-emphasised within itself, and is weighted by a symmetric
        Hann window; the power of its transform is added up in triangular bands, evenly wide on the
        mel scale; what falls below ``floor`` is raised to it before the natural logarithm.
        """
        if len(samples) < self.frame_length:
            samples = np.pad(samples, (0, self.frame_length - len(samples)))
        frames = np.lib.stride_tricks.sliding_window_view(samples, self.frame_length)
        frames = frames[:: self.hop_length]
        window = np.hanning(self.frame_length)
        bands = mel_bands(self)
        features = np.empty((len(frames), self.num_mels))
        for start in range(0, len(frames), _BLOCK):
            block = frames[start : start + _BLOCK].astype(np.float64)
            block -= block.mean(axis=1, keepdims=True)
            block[:, 1:] -= self.pre_emphasis * block[:, :-1]
            block[:, 0] *= 1.0 - self.pre_emphasis
            spectrum = np.fft.rfft(block * window, self.fft_size)
            power = spectrum.real**2 + spectrum.imag**2
            features[start : start + _BLOCK] = np.log(np.maximum(power @ bands, self.floor))
        return features


def mel(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return frequencies on the mel scale of Kaldi: ``1127 * ln(1 + f / 700)``."""
    pitch: NDArray[np.float64] = 1127.0 * np.log1p(hertz / 700.0)
    return pitch


def mel_bands(op: LogMel) -> NDArray[np.float64]:
    """Return the weight of each bin in each band (F, M): triangles on the mel scale, 1 at most."""
    low, high = mel(np.array([op.low_hz, op.high_hz], dtype=np.float64))
    edges = np.linspace(low, high, op.num_mels + 2)
    hertz = np.arange(op.fft_size // 2 + 1, dtype=np.float64) * (op.rate / op.fft_size)
    bins = mel(hertz)[:, np.newaxis]
    rising = (bins - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - bins) / (edges[2:] - edges[1:-1])
    weights: NDArray[np.float64] = np.maximum(0.0, np.minimum(rising, falling))
    return weights
