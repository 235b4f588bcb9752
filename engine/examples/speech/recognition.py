"""Numbers dialled on a telephone: each digit sounds as the two tones of its key."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.examples.example import GENERATED, Example
from engine.examples.files import RATE, write_table, write_wav
from engine.specs.language import Language

SPLITS = {"train": 140, "validation": 20, "test": 20}
_LOW, _HIGH = (697, 770, 852, 941), (1209, 1336, 1477)
TONES = {
    "1": (0, 0), "2": (0, 1), "3": (0, 2), "4": (1, 0), "5": (1, 1), "6": (1, 2), "7": (2, 0),
    "8": (2, 1), "9": (2, 2), "0": (3, 1),
}  # fmt: skip
"""Row and column of each key, whose frequencies ITU-T Q.23 gives."""


def write(root: Path, language: Language) -> None:
    """Write recordings and ``transcripts.csv``."""
    rows = []
    for part, (split, count) in enumerate(SPLITS.items()):
        for number in range(count):
            random = np.random.default_rng([part, number])
            text = "".join(random.choice(list(TONES), int(random.integers(3, 7))).tolist())
            file = f"audio/{split}-{number:03}.wav"
            write_wav(root / file, dialled(text, random))
            rows.append((file, text, split))
    write_table(root / "transcripts.csv", ("file", "transcript", "split"), rows)


def dialled(text: str, random: np.random.Generator) -> NDArray[np.float64]:
    """Return the samples of a dialled number, with pauses and hiss."""
    parts = []
    for key in text:
        row, column = TONES[key]
        time = np.arange(int(random.uniform(0.11, 0.15) * RATE)) / RATE
        tones = np.sin(2 * np.pi * _LOW[row] * time) + np.sin(2 * np.pi * _HIGH[column] * time)
        parts += [np.zeros(int(random.uniform(0.05, 0.1) * RATE)), 0.3 * tones]
    sound = np.concatenate([*parts, np.zeros(int(0.08 * RATE))])
    return np.asarray(sound + random.normal(0, 0.004, len(sound)))


EXAMPLE = Example(write, GENERATED)
