"""Real handwritten digits whose motion is the class."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.examples.digits import SOURCE, read_digits
from engine.examples.example import Example
from engine.examples.files import write_video
from engine.specs.language import Language

MOTIONS = ("down", "grow", "left", "right", "spin", "up")
NAMES: dict[Language, dict[str, str]] = {
    "en": {
        "left": "moves left",
        "right": "moves right",
        "spin": "spins",
        "grow": "grows",
    },
    "zh": {"left": "向左移动", "right": "向右移动", "spin": "旋转", "grow": "变大"},
}
PER_CLASS = 24
_LOOKS: dict[Language, str] = {
    "en": "The motion was generated.",
    "zh": "运动是生成的。",
}


def write(root: Path, language: Language) -> None:
    """Write a folder of videos per motion."""
    images, _ = read_digits()
    for place, (label, name) in enumerate(NAMES[language].items()):
        for number in range(PER_CLASS):
            seed = place * PER_CLASS + number
            frames = motion(label, seed, images[seed], size=64, num_frames=16)
            write_video(root / name / f"{seed:04}.mp4", frames)


def motion(
    label: str, seed: int, digit: NDArray[np.uint8], *, size: int = 48, num_frames: int = 16
) -> NDArray[np.uint8]:
    """Return frames (N, size, size, 3) of a digit that moves, turns or grows over noise.

    Args:
        label: one of ``MOTIONS``.
        seed: of place, pace and noise.
        digit: (8, 8) brightness.
        size: side of a frame in pixels.
        num_frames: N.
    """
    random = np.random.default_rng([MOTIONS.index(label), seed])
    side = size * 2 // 5
    ground = random.integers(0, 50, (size, size), dtype=np.uint8)
    path = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}.get(label, (0, 0))
    reach = random.uniform(0.35, 0.55) * size
    middle = size / 2 + random.uniform(-0.1, 0.1, 2) * size
    frames = []
    for step in np.linspace(-0.5, 0.5, num_frames):
        image = Image.fromarray(digit).resize((side, side), Image.Resampling.BILINEAR)
        if label == "spin":
            image = image.rotate(360 * step, Image.Resampling.BILINEAR)
        if label == "grow":
            larger = round(side * (1.1 + step))
            image = image.resize((larger, larger), Image.Resampling.BILINEAR)
        y, x = middle + reach * step * np.array(path) - image.width / 2
        frame = Image.fromarray(ground)
        frame.paste(image, (round(x), round(y)), image)
        frames.append(np.asarray(frame.convert("RGB")))
    return np.stack(frames)


EXAMPLE = Example(
    write,
    {"en": f"{SOURCE['en']} {_LOOKS['en']}", "zh": f"{SOURCE['zh']}{_LOOKS['zh']}"},
)
