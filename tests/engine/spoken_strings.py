"""Recordings of several things said one after another, with a list of what is said."""

from __future__ import annotations

import csv
import wave
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.examples.files import RATE, write_wav

Samples = NDArray[np.float32]
Say = Callable[[np.random.Generator], tuple[str, list[Samples]]]
"""Draws a text and the audio of each of its characters."""

PITCHES = {"a": 500, "b": 1000, "c": 2000}
"""Of each letter, in hertz."""
_HISS = 1e-3


def write_strings(root: Path, splits: Mapping[str, tuple[Say, int]], seed: int = 0) -> Path:
    """Write so many recordings for each split, and ``transcripts.csv``; return the root.

    Before, between and after the recordings are 0.05 to 0.3 seconds of hiss.
    """
    rows = []
    for split, (say, count) in splits.items():
        random = np.random.default_rng([seed, sum(map(ord, split))])
        for number in range(count):
            text, recordings = say(random)
            file = f"audio/{split}-{number:04}.wav"
            write_wav(root / file, _joined(recordings, random))
            rows.append((file, text, split))
    with (root / "transcripts.csv").open("w", newline="") as file_of_rows:
        csv.writer(file_of_rows).writerows([("file", "transcript", "split"), *rows])
    return root


def _joined(recordings: Sequence[Samples], random: np.random.Generator) -> Samples:
    parts: list[Samples] = []
    for audio in (*recordings, np.zeros(0, np.float32)):
        gap = random.normal(0, _HISS, int(random.uniform(0.05, 0.3) * RATE))
        parts += [gap.astype(np.float32), audio]
    return np.concatenate(parts)


def say_tones(random: np.random.Generator) -> tuple[str, list[Samples]]:
    """Draw one to three tones, each about the pitch of its letter."""
    text = "".join(random.choice(list(PITCHES), random.integers(1, 4)))
    return text, [_tone(PITCHES[one] * random.uniform(0.95, 1.05), random) for one in text]


def _tone(hertz: float, random: np.random.Generator) -> Samples:
    time = np.arange(int(random.uniform(0.1, 0.15) * RATE)) / RATE
    audio = 0.5 * np.sin(2 * np.pi * hertz * time) + random.normal(0, 0.02, len(time))
    return audio.astype(np.float32)


def say_digits(
    recordings: Path, speakers: Sequence[str], indices: Sequence[int], shortest: int = 3
) -> Say:
    """Return what draws ``shortest`` to eight digits of one speaker out of real recordings."""
    recordings = {
        (speaker, digit, index): _read(recordings / f"{digit}_{speaker}_{index}.wav")
        for speaker in speakers
        for digit in range(10)
        for index in indices
    }

    def say(random: np.random.Generator) -> tuple[str, list[Samples]]:
        speaker = str(random.choice(list(speakers)))
        digits = random.integers(0, 10, random.integers(shortest, 9)).tolist()
        chosen = [(speaker, digit, int(random.choice(list(indices)))) for digit in digits]
        return "".join(map(str, digits)), [recordings[one] for one in chosen]

    return say


def _read(path: Path) -> Samples:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    return samples.astype(np.float32) / 32768
