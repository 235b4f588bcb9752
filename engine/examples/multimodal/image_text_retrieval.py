"""Coloured shapes, and sentences about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from engine.examples.example import GENERATED, Example
from engine.examples.files import write_table
from engine.specs.language import Language

COLOURS = ((212, 58, 52), (46, 140, 74), (52, 92, 200), (226, 176, 38))
COLOUR_NAMES: dict[Language, tuple[str, ...]] = {
    "en": ("red", "green", "blue", "yellow"),
    "zh": ("红色", "绿色", "蓝色", "黄色"),
}
SHAPE_NAMES: dict[Language, tuple[str, ...]] = {
    "en": ("circle", "square", "triangle", "star"),
    "zh": ("圆形", "正方形", "三角形", "五角星"),
}
SENTENCES: dict[Language, tuple[str, ...]] = {
    "en": ("a {colour} {shape} on a light wall", "the picture shows a {shape}; it is {colour}"),
    "zh": ("浅色墙上有一个{colour}的{shape}", "图中是一个{shape}，颜色是{colour}"),
}
PER_KIND = 10
SIDE = 64
_SPLITS = ("train",) * 3 + ("validation", "test")


def write(root: Path, language: Language) -> None:
    """Write images and ``captions.csv`` with two sentences for each."""
    (root / "images").mkdir()
    rows = []
    kinds = [(shape, colour) for shape in range(4) for colour in range(4)]
    for kind, (shape, colour) in enumerate(kinds):
        words = {
            "colour": COLOUR_NAMES[language][colour],
            "shape": SHAPE_NAMES[language][shape],
        }
        for number in range(PER_KIND):
            file = f"images/{kind:02}-{number:02}.png"
            _draw(shape, colour, np.random.default_rng([kind, number])).save(root / file)
            split = _SPLITS[number % len(_SPLITS)]
            rows += [(file, one.format(**words), split) for one in SENTENCES[language]]
    write_table(root / "captions.csv", ("file", "caption", "split"), rows)


def _draw(shape: int, colour: int, random: np.random.Generator) -> Image.Image:
    wall = tuple(random.integers(222, 248, 3).tolist())
    large = Image.new("RGB", (4 * SIDE, 4 * SIDE), wall)
    ink = tuple((np.array(COLOURS[colour]) + random.integers(-14, 15, 3)).clip(0, 255).tolist())
    reach = float(random.uniform(60, 96))
    x, y = random.uniform(reach, 4 * SIDE - reach, 2).tolist()
    _SHAPES[shape](ImageDraw.Draw(large), x, y, reach, ink)
    return large.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


Draw = Callable[[ImageDraw.ImageDraw, float, float, float, tuple[int, ...]], None]


def _circle(
    pen: ImageDraw.ImageDraw, x: float, y: float, reach: float, ink: tuple[int, ...]
) -> None:
    pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=ink)


def _corners(turns: int, step: int = 1, inner: float = 1.0, start: float = -np.pi / 2) -> Draw:
    def draw(
        pen: ImageDraw.ImageDraw, x: float, y: float, reach: float, ink: tuple[int, ...]
    ) -> None:
        places = []
        for corner in range(turns):
            far = reach * (1.0 if corner % step == 0 else inner)
            angle = start + 2 * np.pi * corner / turns
            places.append((x + far * float(np.cos(angle)), y + far * float(np.sin(angle))))
        pen.polygon(places, fill=ink)

    return draw


_SHAPES: tuple[Draw, ...] = (
    _circle,
    _corners(4, start=np.pi / 4),
    _corners(3),
    _corners(10, step=2, inner=0.42),
)

EXAMPLE = Example(write, GENERATED)
