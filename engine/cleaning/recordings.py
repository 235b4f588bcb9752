"""Clean recordings; what was annotated in them moves along."""

# N samples of audio

from __future__ import annotations

import io
from dataclasses import dataclass, replace

import numpy as np
import soundfile
from easel.runtime.audio.resample import resample
from numpy.typing import NDArray

from engine.specs.cleaning import AudioStep, Resample

_STRETCH_SECONDS = 0.020


@dataclass(frozen=True)
class Recording:
    """One channel of samples (N,) on its way through a recipe.

    ``start_ms`` and ``end_ms`` tell which part of the original is left.
    """

    samples: NDArray[np.float32]
    rate: int
    start_ms: int
    end_ms: int
    is_changed: bool = False

    @property
    def duration_ms(self) -> int:
        """Return how long it is, at least a millisecond."""
        return max(1, round(1000 * len(self.samples) / self.rate))

    def encoded(self) -> bytes:
        """Return the recording as WAV of 16 bits."""
        out = io.BytesIO()
        soundfile.write(out, self.samples, self.rate, format="WAV", subtype="PCM_16")
        return out.getvalue()


def clean_audio(audio: Recording, step: AudioStep) -> Recording:
    """Take one step."""
    if isinstance(step, Resample):
        if audio.rate == step.rate:
            return audio
        samples = resample(audio.samples, audio.rate, step.rate)
        return replace(audio, samples=samples, rate=step.rate, is_changed=True)
    return _trimmed(audio, 10 ** (step.decibels / 20))


def _trimmed(audio: Recording, level: float) -> Recording:
    """Cut stretches of 20 ms off both ends that are below a level; silence alone stays whole."""
    length = max(1, int(_STRETCH_SECONDS * audio.rate))
    num = -(-len(audio.samples) // length)
    # The last stretch is filled up with silence, so that a sound at the very end is measured.
    padded = np.pad(audio.samples.astype(np.float64), (0, num * length - len(audio.samples)))
    loud = np.flatnonzero(np.sqrt((padded.reshape(num, length) ** 2).mean(axis=1)) >= level)
    if not len(loud):
        return audio
    first, last = int(loud[0]) * length, min(len(audio.samples), (int(loud[-1]) + 1) * length)
    if (first, last) == (0, len(audio.samples)):
        return audio
    start_ms = audio.start_ms + round(1000 * first / audio.rate)
    return replace(
        audio,
        samples=audio.samples[first:last],
        start_ms=start_ms,
        end_ms=start_ms + round(1000 * (last - first) / audio.rate),
        is_changed=True,
    )
