"""Sounds of a workshop: a siren, a bell, knocks and the hum of a machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.examples.example import GENERATED, Example
from engine.examples.files import RATE, write_wav
from engine.specs.language import Language

Sound = NDArray[np.float64]
Random = np.random.Generator
NAMES: dict[Language, tuple[str, ...]] = {
    "en": ("siren", "bell", "knocking", "humming"),
    "zh": ("警笛", "铃声", "敲击", "嗡鸣"),
}
PER_CLASS = 24
_SECONDS = 1.0


def write(root: Path, language: Language) -> None:
    """Write a folder of recordings per class."""
    for kind, name in enumerate(NAMES[language]):
        for number in range(PER_CLASS):
            random = np.random.default_rng([kind, number])
            time = np.arange(int(_SECONDS * random.uniform(0.8, 1.1) * RATE)) / RATE
            sound = _SYNTHESISERS[kind](time, random) * random.uniform(0.3, 0.6)
            sound += random.normal(0, 0.01, len(time))
            write_wav(root / name / f"{number:03}.wav", sound)


def _siren(time: Sound, random: Random) -> Sound:
    low, high = random.uniform(500, 700), random.uniform(1000, 1300)
    rate = random.uniform(1.5, 3)
    pitch = low + (high - low) * (0.5 + 0.5 * np.sin(2 * np.pi * rate * time))
    return np.asarray(np.sin(2 * np.pi * np.cumsum(pitch) / RATE))


def _bell(time: Sound, random: Random) -> Sound:
    pitch = random.uniform(700, 1100)
    parts = [(1, 3.0), (2.01, 5.0), (2.76, 7.0)]
    tones = [np.sin(2 * np.pi * pitch * by * time) * np.exp(-fade * time) for by, fade in parts]
    return np.asarray(sum(tones) / 2)


def _knocking(time: Sound, random: Random) -> Sound:
    sound = np.zeros(len(time))
    at = random.uniform(0.02, 0.1)
    while at < time[-1] - 0.1:
        since = time - at
        struck = np.where(since >= 0, np.exp(-60 * since.clip(0)), 0)
        sound += struck * (np.sin(2 * np.pi * 190 * since) + random.normal(0, 0.5, len(time)))
        at += random.uniform(0.15, 0.25)
    return np.asarray(sound.clip(-1, 1))


def _humming(time: Sound, random: Random) -> Sound:
    pitch = random.uniform(90, 130)
    tones = [np.sin(2 * np.pi * pitch * by * time) / by for by in (1, 2, 3, 5)]
    return np.asarray(sum(tones) / 2 * (1 + 0.1 * np.sin(2 * np.pi * 6 * time)))


_SYNTHESISERS: tuple[Callable[[Sound, Random], Sound], ...] = (_siren, _bell, _knocking, _humming)

EXAMPLE = Example(write, GENERATED)
