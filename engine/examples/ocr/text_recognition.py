"""Printed receipts: some lines of goods and prices each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from engine.examples.example import GENERATED, Example
from engine.examples.files import plain_font
from engine.specs.language import Language

GOODS: Mapping[Language, tuple[str, ...]] = {
    "en": ("Tea", "Milk", "Bread", "Rice", "Eggs", "Salt"),
    "zh": ("茶", "牛奶", "面包", "大米", "鸡蛋", "盐"),
}
NUM_IMAGES = 120
SIZE = (160, 128)
_LINE, _FONT = 30, 20


def write(root: Path, language: Language) -> None:
    """Write images and ``Label.txt``: where which text stands in each."""
    goods = GOODS[language]
    rows = []
    for number in range(NUM_IMAGES):
        random = np.random.default_rng([9, number])
        image, lines = receipt(random, goods)
        file = f"receipt-{number:03}.png"
        image.save(root / file)
        rows.append(f"{file}\t{json.dumps(lines, ensure_ascii=False)}")
    (root / "Label.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")


def receipt(
    random: np.random.Generator, goods: Sequence[str]
) -> tuple[Image.Image, list[dict[str, object]]]:
    """Return an image of two to four lines, each with what it costs, and its annotations."""
    paper = int(random.integers(232, 254))
    image = Image.new("L", SIZE, paper)
    pen = ImageDraw.Draw(image)
    font = plain_font("".join(goods) + "0123456789.", _FONT)
    lines: list[dict[str, object]] = []
    left = int(random.integers(6, 20))
    for row in range(int(random.integers(2, 5))):
        text = (
            f"{random.choice(list(goods))} {int(random.integers(1, 10))}.{random.choice([0, 5])}0"
        )
        top = 6 + _LINE * row
        pen.text((left, top), text, fill=int(random.integers(10, 60)), font=font)
        box = pen.textbbox((left, top), text, font=font)
        lines.append({"transcription": text, "points": _corners(box)})
    pixels = np.asarray(image, np.float64) + random.normal(0, 4, (SIZE[1], SIZE[0]))
    worn = Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
    return worn, lines


def _corners(box: Sequence[float]) -> list[list[float]]:
    left, top, right, bottom = box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


EXAMPLE = Example(write, GENERATED)
