"""Real handwritten digits."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from engine.examples.digits import SOURCE, read_digits
from engine.examples.example import Example
from engine.specs.language import Language


def write(root: Path, language: Language) -> None:
    """Write a folder of images per digit."""
    images, digits = read_digits()
    for number, (pixels, digit) in enumerate(zip(images, digits, strict=True)):
        folder = root / str(digit)
        folder.mkdir(exist_ok=True)
        Image.fromarray(pixels).save(folder / f"digit-{number:04}.png")


EXAMPLE = Example(write, SOURCE)
