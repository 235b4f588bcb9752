"""From decoded audio to the rows the network takes, as the manifest's op list says."""

# N samples, T frames, M mel bands, R windows, W frames of a window

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from easel.runtime.audio.context import AudioContext
from easel.runtime.audio.frames import WaveFrames
from easel.runtime.audio.spectrum import LogMel
from easel.runtime.audio.whisper_mel import RANGE, WhisperMel
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
    "wave_frames": {"frame_length", "gain"},
    "whisper_mel": {"num_mels"},
    "standardize": {"over", "mean", "std"},
    "frame_windows": {"frames", "overlap", "multiple", "pad"},
}

FRONTS = ("log_mel", "wave_frames", "whisper_mel")
"""The ops that may be the first."""

QUIETEST = "quietest"
"""As ``pad``: as far below the loudest value of a recording as ``whisper_mel`` lets any lie."""

Features = NDArray[np.float32]


class Front(Protocol):
    """What makes frames of samples.

    Attributes:
        rate: samples a second.
        hop_length: samples from the beginning of one frame to that of the next.
    """

    @property
    def rate(self) -> int: ...

    @property
    def hop_length(self) -> int: ...

    def __call__(self, samples: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return frames (T, M)."""
        ...


# A silent recording has no deviation to divide by.
_LEAST_STD = 1e-2


class Preprocessing:
    """A compiled op list: one that makes frames, ``standardize``, ``frame_windows``.

    Attributes:
        front: the first op.
        frames: W.
        overlap: frames that a window shares with the next at least.
        multiple: of frames that a lone shorter window has.
        pad: what fills a window beyond the end of the recording; ``None`` for its quietest.
    """

    def __init__(self, ops: Sequence[Op], rate: int) -> None:
        """Compile an op list for recordings of a rate.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``; nothing is guessed.
        """
        names = [op_name(op, FIELDS, "preprocessing") for op in ops]
        if names[:1] not in [[front] for front in FRONTS] or names[1:] != [
            "standardize",
            "frame_windows",
        ]:
            expected = f"one of {', '.join(FRONTS)}, then standardize, frame_windows"
            raise order_error("preprocessing", names, expected)
        self.front = _front(ops[0], rate)
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
        self.pad = self._pad(ops)

    def _pad(self, ops: Sequence[Op]) -> float | None:
        if ops[2].get("pad") != QUIETEST:
            return number(ops[2], "pad", 0.0, -1e6, 1e6)
        if ops[0]["op"] != "whisper_mel" or self._over != "constants":
            raise invalid_op(ops[2], "pad may be 'quietest' after whisper_mel and constants only")
        return None

    @property
    def frame_seconds(self) -> float:
        """Return the time from one frame to the next."""
        return self.front.hop_length / self.front.rate

    def features(self, samples: NDArray[np.float32]) -> Features:
        """Return the standardised features (T, M) of a whole audio (N,)."""
        values = self.front(samples)
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
            pad = features.max() - RANGE / self._std if self.pad is None else self.pad
            row = np.full((1, length, features.shape[1]), pad, np.float32)
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
        context = AudioContext(seconds, self.frame_seconds, starts, (length,) * len(starts))
        return Example({TENSOR: rows}, context)

    def __call__(self, samples: NDArray[np.float32]) -> Example:
        """Return the rows of a recording (N,) at the model's rate."""
        return self.windows(self.features(samples), len(samples) / self.front.rate)


def _front(op: Op, rate: int) -> Front:
    if op["op"] == "wave_frames":
        return WaveFrames(
            rate, whole(op, "frame_length", None, 1, 1 << 16), number(op, "gain", 1.0, 1e-6, 1e6)
        )
    if op["op"] == "whisper_mel":
        return WhisperMel(rate, whole(op, "num_mels", None, 1, 1024))
    return _log_mel(op, rate)


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
