"""Videos with annotated objects, and tiny ones of blocks that pass one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.engine.videos import write_video

COLOURS = {"red": (210, 40, 40), "blue": (40, 60, 220)}


@dataclass(frozen=True)
class FrameBox:
    """A visible object in a frame: its label, track, and box left, top, width, height."""

    frame: int
    track: int
    label: str
    box: tuple[int, int, int, int]


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
    (folder / "gt" / "labels.txt").write_text("\n".join(names) + "\n")


def write_blocks(root: Path, seeds: range, *, num_frames: int = 6, size: int = 64) -> Path:
    """Write a video per seed in which a red and a blue block pass one another; return the root."""
    for seed in seeds:
        random = np.random.default_rng(seed)
        sides = random.integers(size // 4, size // 3, 2)
        tops = random.integers(0, size // 8, 2) + np.array([0, size // 2])
        frames = random.integers(120, 170, (num_frames, size, size, 3), dtype=np.uint8)
        boxes = []
        for track, (label, side, top) in enumerate(zip(COLOURS, sides, tops, strict=True), 1):
            lefts = np.linspace(2, size - side - 2, num_frames).round().astype(int)
            for frame, left in enumerate(lefts if track == 1 else lefts[::-1]):
                frames[frame, top : top + side, left : left + side] = COLOURS[label]
                boxes.append(
                    FrameBox(frame, track, label, (int(left), int(top), int(side), int(side)))
                )
        write_annotated_video(root / f"video-{seed:04}", frames, boxes)
    return root
