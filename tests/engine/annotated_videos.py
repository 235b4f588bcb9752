"""Videos with annotated objects, and tiny ones of blocks that pass one another."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.examples.video.object_tracking import FrameBox, write_annotated_video

COLOURS = {"red": (210, 40, 40), "blue": (40, 60, 220)}


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
