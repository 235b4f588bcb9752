"""Parcels on two conveyor belts that pass one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.examples.example import GENERATED, Example
from engine.examples.files import write_video
from engine.specs.language import Language

NAMES: dict[Language, tuple[str, str]] = {
    "en": ("red parcel", "blue parcel"),
    "zh": ("红色包裹", "蓝色包裹"),
}
COLOURS = ((210, 64, 48), (52, 88, 204))
_TAPE = (236, 214, 170)
SPLITS = {"train": 10, "validation": 3, "test": 3}
SIZE = (64, 96)
_NUM_FRAMES = 16


@dataclass(frozen=True)
class FrameBox:
    """A visible object in a frame: its label, track, and box left, top, width, height."""

    frame: int
    track: int
    label: str
    box: tuple[int, int, int, int]


def write(root: Path, language: Language) -> None:
    """Write a folder per video, as MOT Challenge has them."""
    number = 0
    for split, count in SPLITS.items():
        for _ in range(count):
            frames, boxes = belts(np.random.default_rng([3, number]), NAMES[language])
            write_annotated_video(root / split / f"belt-{number:02}", frames, boxes)
            number += 1


def belts(
    random: np.random.Generator, names: tuple[str, str]
) -> tuple[NDArray[np.uint8], list[FrameBox]]:
    """Return frames (N, H, W, 3) of a red and a blue parcel, and where they are."""
    height, width = SIZE
    ground = np.full((height, width, 3), 208, np.int16)
    for top in (5, height // 2 + 3):
        ground[top : top + height // 2 - 8] = (92, 96, 100)
    grainy = ground + random.normal(0, 3, (_NUM_FRAMES, height, width, 1))
    frames = grainy.clip(0, 255).astype(np.uint8)
    boxes = []
    belt = random.permutation(2)
    for track, name in enumerate(names):
        side, high = int(random.integers(16, 24)), int(random.integers(14, 20))
        top = int(belt[track]) * height // 2 + 6 + int(random.integers(0, 22 - high))
        lefts = np.linspace(2, width - side - 2, _NUM_FRAMES).round().astype(int)
        for frame, left in enumerate(lefts if track == 0 else lefts[::-1]):
            frames[frame, top : top + high, left : left + side] = COLOURS[track]
            middle = left + side // 2
            frames[frame, top : top + high, middle - 2 : middle + 2] = _TAPE
            boxes.append(FrameBox(frame, track + 1, name, (int(left), top, side, high)))
    return frames, boxes


def write_annotated_video(
    folder: Path, frames: NDArray[np.uint8], boxes: Sequence[FrameBox]
) -> None:
    """Write a video (N, H, W, 3) in the layout of MOT Challenge."""
    (folder / "gt").mkdir(parents=True)
    write_video(folder / f"{folder.name}.mp4", frames)
    names = sorted({one.label for one in boxes})
    lines = [
        f"{one.frame + 1},{one.track},{','.join(map(str, one.box))},1,"
        f"{names.index(one.label) + 1},1"
        for one in boxes
    ]
    (folder / "gt" / "gt.txt").write_text("\n".join(lines) + "\n")
    (folder / "gt" / "labels.txt").write_text("\n".join(names) + "\n", encoding="utf-8")


EXAMPLE = Example(write, GENERATED)
