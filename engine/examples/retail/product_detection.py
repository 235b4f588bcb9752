"""Photos of single packages; shelves are composed of them in training."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from engine.examples.example import GENERATED, Example
from engine.examples.files import plain_font
from engine.specs.language import Language

NAMES: dict[Language, tuple[str, ...]] = {
    "en": ("cola", "soap", "tea", "flour"),
    "zh": ("可乐", "香皂", "茶叶", "面粉"),
}
_COLOURS = ((204, 36, 40), (44, 96, 214), (40, 148, 72), (232, 198, 66))
PER_PRODUCT = 12
_SIZE = (192, 192)
_BOX = (58, 44, 134, 148)
"""Of a package in its photo: about as large in it as on a composed shelf."""


def write(root: Path, language: Language) -> None:
    """Write a folder of photos per product."""
    for product, name in enumerate(NAMES[language]):
        (root / name).mkdir()
        for number in range(PER_PRODUCT):
            photo = package(product, name, np.random.default_rng([product, number]))
            photo.save(root / name / f"{number:03}.jpg", quality=90)


def package(product: int, name: str, random: np.random.Generator) -> Image.Image:
    """Return a photo of one package before a plain wall."""
    image = Image.new("RGB", _SIZE, (245, 245, 245))
    pen = ImageDraw.Draw(image)
    ink = np.array(_COLOURS[product])
    x1, y1, x2, y2 = _BOX
    pen.rectangle(_BOX, fill=tuple(ink.tolist()))
    dark = tuple((ink * 0.55).astype(int).tolist())
    if product % 2:
        for x in range(x1 + 4, x2, 16):
            pen.rectangle((x, y1, x + 6, y2), fill=dark)
    else:
        for y in range(y1 + 4, y2, 16):
            pen.rectangle((x1, y, x2, y + 6), fill=dark)
    pen.rectangle((x1, y1 + 34, x2, y1 + 68), fill=(255, 226, 160))
    font = plain_font(name, 22)
    left, top, right, bottom = font.getbbox(name)
    place = ((x1 + x2 - right - left) / 2, y1 + 51 - (top + bottom) / 2)
    pen.text(place, name, font=font, fill=(30, 30, 34))
    image = image.rotate(
        float(random.uniform(-4, 4)),
        Image.Resampling.BICUBIC,
        translate=tuple(random.integers(-16, 17, 2).tolist()),
        fillcolor=(245, 245, 245),
    )
    pixels = np.asarray(image, np.float64) * random.uniform(0.85, 1.05)
    pixels += random.normal(0, 3, pixels.shape)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


EXAMPLE = Example(write, GENERATED)
