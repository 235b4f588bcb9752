"""Printed receipts on a table: the shop, some goods with what they cost, and the sum."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from engine.examples.example import GENERATED, Example
from engine.examples.files import plain_font
from engine.specs.language import Language

SHOPS: Mapping[Language, tuple[str, ...]] = {
    "en": ("Corner Shop", "Green Store"),
    "zh": ("晨光便利店", "阳光超市"),
}
GOODS: Mapping[Language, tuple[str, ...]] = {
    "en": ("Tea", "Milk", "Bread", "Rice", "Eggs", "Salt"),
    "zh": ("茶", "牛奶", "面包", "大米", "鸡蛋", "盐"),
}
TOTAL: Mapping[Language, str] = {"en": "Total", "zh": "合计"}
NUM_IMAGES = 120
SIZE = (192, 192)
_MARGIN, _LINE, _GAP, _FONT = 14, 22, 6, 16
_TABLES = ((150, 118, 88), (96, 108, 120), (172, 156, 130), (112, 124, 104))


def write(root: Path, language: Language) -> None:
    """Write images and ``Label.txt``: where which text stands in each."""
    rows = []
    for number in range(NUM_IMAGES):
        image, lines = receipt(np.random.default_rng([9, number]), language)
        file = f"receipt-{number:03}.jpg"
        image.save(root / file, quality=90)
        rows.append(f"{file}\t{json.dumps(lines, ensure_ascii=False)}")
    (root / "Label.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")


def receipt(
    random: np.random.Generator, language: Language
) -> tuple[Image.Image, list[dict[str, object]]]:
    """Return an image of a receipt with three to five goods, and its annotations."""
    image = Image.new("RGB", SIZE, _TABLES[int(random.integers(len(_TABLES)))])
    pen = ImageDraw.Draw(image)
    texts = _texts(random, language)
    font = plain_font("".join((*SHOPS[language], *GOODS[language], TOTAL[language], "0.")), _FONT)
    paper = int(random.integers(232, 254))
    left, right = _MARGIN, SIZE[0] - _MARGIN
    height = _LINE * len(texts) + _MARGIN + _GAP
    top = int(random.integers(6, SIZE[1] - height - 5))
    pen.rectangle((left, top, right, top + height), fill=(paper, paper, paper - 4))
    ink = int(random.integers(10, 60))
    start = left + int(random.integers(12, 26))
    lines: list[dict[str, object]] = []
    for row, text in enumerate(texts):
        gap = _GAP if row == len(texts) - 1 else 0
        place = (start, top + _MARGIN // 2 + _LINE * row + gap)
        pen.text(place, text, fill=(ink, ink, ink), font=font)
        lines.append(
            {"transcription": text, "points": _corners(pen.textbbox(place, text, font=font))}
        )
    rule = top + height - _MARGIN // 2 - _LINE - _GAP // 2
    for x in range(left + 8, right - 8, 8):
        pen.line((x, rule, x + 4, rule), fill=(170, 170, 170))
    pixels = np.asarray(image, np.float64) + random.normal(0, 4, (SIZE[1], SIZE[0], 1))
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8)), lines


def _texts(random: np.random.Generator, language: Language) -> list[str]:
    """Return what stands on a receipt, line by line; the last is the sum of those before."""
    names = random.choice(GOODS[language], int(random.integers(3, 6)), replace=False).tolist()
    halves = [int(random.integers(2, 20)) for _ in names]
    return [
        str(random.choice(SHOPS[language])),
        *(f"{name} {half / 2:.2f}" for name, half in zip(names, halves, strict=True)),
        f"{TOTAL[language]} {sum(halves) / 2:.2f}",
    ]


def _corners(box: Sequence[float]) -> list[list[float]]:
    left, top, right, bottom = box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


EXAMPLE = Example(write, GENERATED)
