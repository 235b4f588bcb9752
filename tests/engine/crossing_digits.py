"""Videos of real digits that cross one another's ways over a textured ground: made, not filmed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.examples.digits import read_digits
from engine.examples.video.object_tracking import FrameBox, write_annotated_video

Pixels = NDArray[np.uint8]
LABELS = ("0", "1", "4", "7")
_INK = 100
# Less than this of an object is visible: nobody would mark it.
_LEAST_VISIBLE = 0.25


class Changes(TypedDict, total=False):
    """What a scene may have otherwise; see :func:`scene`."""

    num_frames: int
    size: tuple[int, int]
    num_objects: tuple[int, int]
    labels: tuple[str, ...]
    sides: tuple[int, int]
    speed: float


@dataclass
class _Digit:
    label: str
    ink: NDArray[np.bool_]
    colour: NDArray[np.float64]
    place: NDArray[np.float64]
    step: NDArray[np.float64]

    def move(self, random: np.random.Generator, size: tuple[int, int]) -> None:
        """Go on, nearly as before, and turn back at the edges."""
        self.step += random.normal(0, 0.12, 2)
        self.place += self.step
        most = np.array(size) - self.ink.shape
        self.step = np.where((self.place < 0) | (self.place > most), -self.step, self.step)
        self.place = np.clip(self.place, 0, most)


def scene(
    seed: int,
    *,
    num_frames: int = 40,
    size: tuple[int, int] = (128, 160),
    num_objects: tuple[int, int] = (4, 7),
    labels: tuple[str, ...] = LABELS,
    sides: tuple[int, int] = (22, 34),
    speed: float = 3.0,
) -> tuple[Pixels, list[FrameBox]]:
    """Return frames (N, H, W, 3) of digits that pass before and behind one another, and marks.

    Args:
        seed: of everything; videos of even and of odd seeds share no glyph.
        num_frames: N.
        size: height and width.
        num_objects: fewest and most digits of the video.
        labels: digits that may appear.
        sides: smallest and largest side of a digit in pixels.
        speed: pixels a frame of the fastest.
    """
    random = np.random.default_rng(seed)
    things = [
        _digit(random, size, labels, sides, speed, seed % 2)
        for _ in range(random.integers(num_objects[0], num_objects[1] + 1))
    ]
    ground = _ground(random, size)
    frames, marks = [], []
    for frame in range(num_frames):
        canvas, owner = ground.copy(), np.full(size, -1)
        for number, thing in enumerate(things):
            top, left = thing.place.round().astype(int)
            window = np.s_[top : top + thing.ink.shape[0], left : left + thing.ink.shape[1]]
            owner[window][thing.ink] = number
            canvas[window][thing.ink] = thing.colour
        for number, thing in enumerate(things):
            if (owner == number).sum() < _LEAST_VISIBLE * thing.ink.sum():
                continue
            top, left = thing.place.round().astype(int).tolist()
            rows, columns = np.nonzero(thing.ink)
            box = (
                left + int(columns.min()),
                top + int(rows.min()),
                int(columns.max() - columns.min() + 1),
                int(rows.max() - rows.min() + 1),
            )
            marks.append(FrameBox(frame, number + 1, thing.label, box))
        frames.append((canvas + random.normal(0, 4, canvas.shape)).clip(0, 255).astype(np.uint8))
        for thing in things:
            thing.move(random, size)
    return np.stack(frames), marks


def write_scenes(root: Path, seeds: range, **changes: Unpack[Changes]) -> Path:
    """Write a video per seed in the layout of MOT Challenge below ``root``, and return it."""
    for seed in seeds:
        frames, marks = scene(seed, **changes)
        write_annotated_video(root / f"video-{seed:04}", frames, marks)
    return root


def _digit(
    random: np.random.Generator,
    size: tuple[int, int],
    labels: tuple[str, ...],
    sides: tuple[int, int],
    speed: float,
    half: int,
) -> _Digit:
    label = str(random.choice(labels))
    images, digits = read_digits()
    glyphs = images[digits == int(label)][half::2]
    glyph = Image.fromarray(glyphs[random.integers(len(glyphs))])
    side = int(random.integers(sides[0], sides[1] + 1))
    ink = np.asarray(glyph.resize((side, side), Image.Resampling.BICUBIC)) > _INK
    angle, pace = random.uniform(0, 2 * np.pi), random.uniform(0.3, 1.0) * speed
    return _Digit(
        label=label,
        ink=ink,
        colour=random.uniform(150, 255, 3),
        place=random.uniform(0, np.array(size) - side),
        step=pace * np.array([np.sin(angle), np.cos(angle)]),
    )


def _ground(random: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float64]:
    """Return a texture of blurred noise, darker than the digits."""
    coarse = random.uniform(10, 110, (size[0] // 8, size[1] // 8, 3)).astype(np.uint8)
    smooth = Image.fromarray(coarse).resize((size[1], size[0]), Image.Resampling.BICUBIC)
    return np.asarray(smooth, np.float64)
