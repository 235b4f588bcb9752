"""From decoded sound to the rows the network takes, as the manifest's op list says."""

# N samples, T frames, M mel bands, R windows, W frames of a window

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from easel.runtime.audio.context import SoundContext
from easel.runtime.audio.spectrum import LogMel
from easel.runtime.example import Example
from easel.runtime.ops import Op, choice, invalid_op, number, op_name, order_error, whole

TENSOR = "features"
"""The one tensor that preprocessing makes: (R, W, M) float32."""

FIELDS = {
    "log_mel": {
        "frame_length",
        "hop_length",
        "fft_size",
        "num_mels",
        "low_hz",
        "high_hz",
        "pre_emphasis",
        "floor",
    },
    "standardize": {"over", "mean", "std"},
    "frame_windows": {"frames", "overlap", "multiple", "pad"},
}

Features = NDArray[np.float32]

# A silent recording has no deviation to divide by.
_LEAST_STD = 1e-2


class Preprocessing:
    """A compiled op list: ``log_mel``, ``standardize``, ``frame_windows``.

    Attributes:
        log_mel: the first op.
        frames: W.
        overlap: frames that a window shares with the next at least.
        multiple: of frames that a lone shorter window has.
        pad: what fills a window beyond the end of the recording.
    """

    def __init__(self, ops: Sequence[Op], rate: int) -> None:
        """Compile an op list for sounds of a rate.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``; nothing is guessed.
        """
        names = [op_name(op, FIELDS, "preprocessing") for op in ops]
        if names != list(FIELDS):
            raise order_error("preprocessing", names, ", ".join(FIELDS))
        self.log_mel = _log_mel(ops[0], rate)
        self._over = choice(ops[1], "over", ("recording", "bands", "constants"), "recording")
        self._mean = number(ops[1], "mean", 0.0, -1e6, 1e6)
        self._std = number(ops[1], "std", 1.0, 1e-6, 1e6)
        self.frames = whole(ops[2], "frames", None, 1)
        self.overlap = whole(ops[2], "overlap", 0, 0, self.frames - 1)
        self.multiple = self.frames
        if ops[2].get("multiple") is not None:
            self.multiple = whole(ops[2], "multiple", None, 1, self.frames)
        if self.frames % self.multiple:
            raise invalid_op(ops[2], "frames must be a multiple of multiple")
        self.pad = number(ops[2], "pad", 0.0, -1e6, 1e6)

    @property
    def frame_seconds(self) -> float:
        """Return the time from one frame to the next."""
        return self.log_mel.hop_length / self.log_mel.rate

    def features(self, samples: NDArray[np.float32]) -> Features:
        """Return the standardised features (T, M) of a whole sound (N,)."""
        values = self.log_mel(samples)
        if self._over == "constants":
            values = (values - self._mean) / self._std
        else:
            values -= values.mean(axis=0 if self._over == "bands" else None)
            values /= max(float(values.std()), _LEAST_STD)
        return values.astype(np.float32)

    def windows(self, features: Features, seconds: float) -> Example:
        """Return the rows of features (T, M).

        Windows begin every ``frames - overlap`` frames until one reaches the end; the last of
        several is moved back, so that it ends with the recording. A lone one is padded to the
        next multiple of ``multiple``.
        """
        num_frames = len(features)
        if num_frames <= self.frames:
            length = -(-num_frames // self.multiple) * self.multiple
            row = np.full((1, length, features.shape[1]), self.pad, np.float32)
            row[0, :num_frames] = features
            return self._example(row, seconds, (0,), num_frames)
        step = self.frames - self.overlap
        last = num_frames - self.frames
        starts = (*range(0, last, step), last)
        rows = np.stack([features[start : start + self.frames] for start in starts])
        return self._example(rows, seconds, starts, self.frames)

    def _example(
        self, rows: Features, seconds: float, starts: tuple[int, ...], length: int
    ) -> Example:
        context = SoundContext(seconds, self.frame_seconds, starts, (length,) * len(starts))
        return Example({TENSOR: rows}, context)

    def __call__(self, samples: NDArray[np.float32]) -> Example:
        """Return the rows of a sound (N,) at the model's rate."""
        return self.windows(self.features(samples), len(samples) / self.log_mel.rate)


def _log_mel(op: Op, rate: int) -> LogMel:
    nyquist = rate / 2
    compiled = LogMel(
        rate=rate,
        frame_length=whole(op, "frame_length", None, 2),
        hop_length=whole(op, "hop_length", None, 1),
        fft_size=whole(op, "fft_size", None, 2, 1 << 20),
        num_mels=whole(op, "num_mels", None, 1, 1024),
        low_hz=number(op, "low_hz", None, 0.0, nyquist),
        high_hz=number(op, "high_hz", None, 0.0, nyquist),
        pre_emphasis=number(op, "pre_emphasis", 0.97, 0.0, 1.0),
        floor=number(op, "floor", None, 1e-30, 1e6),
    )
    if compiled.fft_size < compiled.frame_length:
        raise invalid_op(op, "fft_size must be at least frame_length")
    if compiled.low_hz >= compiled.high_hz:
        raise invalid_op(op, "low_hz must be below high_hz")
    return compiled
