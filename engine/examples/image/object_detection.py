"""Bolts, nuts and washers on a tray, each in a box."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from engine.examples.example import GENERATED, Example
from engine.specs.language import Language

NAMES: dict[Language, tuple[str, ...]] = {
    "en": ("bolt", "nut", "washer"),
    "zh": ("螺栓", "螺母", "垫圈"),
}
NUM_IMAGES = 120
SIZE = (160, 128)
_SCALE = 3
"""Parts are drawn so many times larger, for smooth edges."""
_SIDE = 52 * _SCALE
_CELLS = [(column, row) for row in range(2) for column in range(3)]
_CELL = (53, 64)

Box = tuple[int, int, int, int]


def write(root: Path, language: Language) -> None:
    """Write images and an XML file each, as PASCAL VOC has them."""
    (root / "JPEGImages").mkdir()
    (root / "Annotations").mkdir()
    for number in range(NUM_IMAGES):
        image, parts = tray(np.random.default_rng([7, number]))
        name = f"tray-{number:03}"
        image.save(root / "JPEGImages" / f"{name}.jpg", quality=88)
        document = _document(f"{name}.jpg", [(NAMES[language][part], box) for part, box in parts])
        (root / "Annotations" / f"{name}.xml").write_text(document, encoding="utf-8")


def tray(random: np.random.Generator) -> tuple[Image.Image, list[tuple[int, Box]]]:
    """Return an image of two to five parts that do not touch, with kind and box of each."""
    width, height = SIZE
    shade = np.linspace(-14, 14, width)[None, :, None] * random.choice([-1, 1])
    ground = np.array(random.choice([(96, 112, 124), (88, 118, 104), (122, 116, 108)]))
    pixels = ground + shade + random.normal(0, 3, (height, width, 1))
    image = Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
    parts = []
    for cell in random.permutation(len(_CELLS))[: random.integers(2, 6)]:
        kind = int(random.integers(3))
        layer = _part(kind, random)
        column, row = _CELLS[cell]
        left = column * _CELL[0] + int(random.integers(0, _CELL[0] - layer.width + 1))
        top = row * _CELL[1] + int(random.integers(0, _CELL[1] - layer.height + 1))
        shadow = Image.new("RGBA", layer.size, (0, 0, 0, 0))
        shadow.putalpha(layer.getchannel("A").filter(ImageFilter.GaussianBlur(2)))
        image.paste(shadow, (left + 1, top + 2), shadow.getchannel("A").point(lambda a: a // 2))
        image.paste(layer, (left, top), layer)
        parts.append((kind, (left, top, left + layer.width, top + layer.height)))
    return image, parts


def _part(kind: int, random: np.random.Generator) -> Image.Image:
    """Return a part as an image as large as what is visible of it."""
    layer = Image.new("RGBA", (_SIDE, _SIDE), (0, 0, 0, 0))
    tone = int(random.integers(168, 226))
    steel = (tone, tone, min(255, tone + 8), 255)
    _DRAWN[kind](ImageDraw.Draw(layer), steel)
    angle, side = float(random.uniform(0, 360)), int(random.integers(38, 51))
    turned = layer.rotate(angle, Image.Resampling.BICUBIC).resize(
        (side, side), Image.Resampling.LANCZOS
    )
    return turned.crop(turned.getchannel("A").point(lambda a: 255 * (a > 90)).getbbox())


def _hexagon(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    turns = np.linspace(0, 2 * np.pi, 7)[:6]
    return [(middle[0] + radius * np.cos(t), middle[1] + radius * np.sin(t)) for t in turns]


def _bolt(pen: ImageDraw.ImageDraw, steel: tuple[int, ...]) -> None:
    dark = (*(level * 3 // 5 for level in steel[:3]), 255)
    middle = _SIDE / 2
    pen.rectangle((middle - 22, _SIDE * 0.3, middle + 22, _SIDE * 0.95), fill=steel)
    for y in range(int(_SIDE * 0.45), int(_SIDE * 0.95), 14):
        pen.line((middle - 22, y, middle + 22, y + 6), fill=dark, width=5)
    pen.polygon(_hexagon((middle, _SIDE * 0.2), _SIDE * 0.19), fill=steel, outline=dark, width=5)


def _nut(pen: ImageDraw.ImageDraw, steel: tuple[int, ...]) -> None:
    dark = (*(level * 3 // 5 for level in steel[:3]), 255)
    middle = _SIDE / 2
    pen.polygon(_hexagon((middle, middle), _SIDE * 0.34), fill=steel, outline=dark, width=6)
    _ring(pen, _SIDE * 0.15, dark)


def _washer(pen: ImageDraw.ImageDraw, steel: tuple[int, ...]) -> None:
    dark = (*(level * 3 // 5 for level in steel[:3]), 255)
    reach = _SIDE * 0.34
    box = (_SIDE / 2 - reach, _SIDE / 2 - reach, _SIDE / 2 + reach, _SIDE / 2 + reach)
    pen.ellipse(box, fill=steel, outline=dark, width=4)
    _ring(pen, _SIDE * 0.22, dark)


def _ring(pen: ImageDraw.ImageDraw, reach: float, dark: tuple[int, ...]) -> None:
    box = (_SIDE / 2 - reach, _SIDE / 2 - reach, _SIDE / 2 + reach, _SIDE / 2 + reach)
    pen.ellipse(box, fill=(40, 44, 48, 255), outline=dark, width=4)


_DRAWN: tuple[Callable[[ImageDraw.ImageDraw, tuple[int, ...]], None], ...] = (_bolt, _nut, _washer)


def _document(name: str, parts: list[tuple[str, Box]]) -> str:
    objects = "".join(
        f"<object><name>{escape(label)}</name><bndbox><xmin>{left + 1}</xmin><ymin>{top + 1}</ymin>"
        f"<xmax>{right}</xmax><ymax>{bottom}</ymax></bndbox></object>\n"
        for label, (left, top, right, bottom) in parts
    )
    width, height = SIZE
    return (
        f"<annotation><filename>{name}</filename>\n<size><width>{width}</width>"
        f"<height>{height}</height><depth>3</depth></size>\n{objects}</annotation>\n"
    )


EXAMPLE = Example(write, GENERATED)
