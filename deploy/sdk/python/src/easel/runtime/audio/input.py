"""A recording as the input of a model."""

# N samples

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError
from easel.runtime.audio.decode import Audio, decode_audio, decoding_bytes
from easel.runtime.audio.preprocessing import TENSOR, Preprocessing
from easel.runtime.audio.resample import resample
from easel.runtime.example import Example
from easel.runtime.inputs import Part, ReadFile, unsupported_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op

__all__ = ["TENSOR", "AudioInput", "open_input"]

AudioSource = Union[bytes, str, Path, Audio]
"""A recording file's bytes or path, or samples of one channel with their rate."""


class AudioInput:
    """One part ``sound``; a row is a window of it.

    Attributes:
        sample_rate: samples a second that the network's features are made of.
    """

    parts = (Part("sound", is_file=True, media=("audio/",)),)

    def __init__(self, sample_rate: int, ops: Sequence[Op], limits: Limits) -> None:
        self.sample_rate = sample_rate
        self.preprocessing = Preprocessing(ops, sample_rate)
        self._max_seconds = limits.max_audio_seconds

    def decode(self, source: AudioSource) -> NDArray[np.float32]:
        """Return one channel of samples (N,) at the model's rate.

        Raises:
            InputError: when the audio cannot be used, naming what is wrong with it.
        """
        if isinstance(source, Audio):
            return resample(source.samples, source.rate, self.sample_rate)
        if isinstance(source, (bytes, str, Path)):
            audio = decode_audio(source, max_seconds=self._max_seconds)
            return resample(audio.samples, audio.rate, self.sample_rate)
        raise InputError(
            f"A recording of type {type(source).__name__} cannot be used. Give the bytes or path "
            "of an audio file, or easel.runtime.audio.Audio(samples, rate).",
            code="input_type",
        )

    def decoding_bytes(self, source: AudioSource) -> int:
        """Return how much memory decoding takes at most; 0 for what is decoded already."""
        return decoding_bytes(source) if isinstance(source, (bytes, str, Path)) else 0

    def prepare(self, value: NDArray[np.float32]) -> Example:
        """Return the windows of a recording: ``features`` (R, W, M) float32."""
        return self.preprocessing(value)

    def recorded(self, value: NDArray[np.float32]) -> NDArray[np.generic]:
        """Return the samples."""
        return value

    def blank(self) -> NDArray[np.float32]:
        """Return a tenth of a second of silence."""
        return np.zeros(max(1, self.sample_rate // 10), np.float32)


def open_input(
    spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits
) -> AudioInput:
    """Compile a manifest's audio input; see ``easel.runtime.inputs``."""
    rate = spec.get("sample_rate")
    if set(spec) != {"kind", "sample_rate"} or type(rate) is not int or rate < 1000:
        raise unsupported_input(spec)
    return AudioInput(rate, ops, limits)
