"""Small real audio files for tests: tones whose course is the class."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.examples.files import RATE, write_wav

LABELS = ("falling", "rising", "steady")


def tone(label: str, seed: int, seconds: float = 0.4) -> NDArray[np.float32]:
    """Return samples (N,): a tone of a random pitch that rises, falls or stays, under noise."""
    random = np.random.default_rng([LABELS.index(label), seed])
    time = np.arange(int(seconds * random.uniform(0.7, 1.0) * RATE)) / RATE
    base = random.uniform(500, 1500)
    slope = {"falling": -1.0, "rising": 1.0, "steady": 0.0}[label] * random.uniform(1500, 2200)
    start = base - min(0.0, slope * seconds)
    phase = 2 * np.pi * (start * time + slope * time**2 / 2)
    noise = random.normal(0, 0.02, len(time))
    return (0.5 * np.sin(phase) + noise).astype(np.float32)


def write_recordings(root: Path, per_class: int, labels: Sequence[str] = LABELS) -> Path:
    """Write one sub-folder of WAV files per class and return the root."""
    for label in labels:
        for seed in range(per_class):
            write_wav(root / label / f"{seed:03}.wav", tone(label, seed))
    return root


def audio_folder(root: Path, **fields: object) -> dict[str, object]:
    """Return where a folder of class folders is, as a document."""
    return {"kind": "files", "format": "audio_folder", "root": str(root), **fields}
