"""A boarding pass with printed anchors, and filled-in copies that were photographed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from engine.data.ocr.form_templates import ANCHOR, ANCHOR_IN_CHINESE, FormAnnotation
from engine.data.ocr.regions import AnnotatedLine
from engine.data.ocr.synthesis.forms import Photograph, photographed
from engine.examples.example import GENERATED, Example
from engine.examples.files import plain_font
from engine.specs.language import Language

Random = np.random.Generator
SIZE = (192, 180)
SPLITS = {"train": 1, "val": 10, "test": 12}
PRINTS: Mapping[Language, tuple[tuple[str, int, int], ...]] = {
    "en": (("Boarding pass", 10, 8), ("Gate", 10, 48), ("Seat", 106, 48), ("Flight", 10, 112)),
    "zh": (("登机牌", 10, 8), ("登机口", 10, 48), ("座位", 106, 48), ("航班", 10, 112)),
}
FIELDS: Mapping[Language, tuple[str, str, str]] = {
    "en": ("gate", "seat", "flight"),
    "zh": ("登机口号", "座位号", "航班号"),
}
ANCHORS: Mapping[Language, str] = {"en": ANCHOR, "zh": ANCHOR_IN_CHINESE}
_FLAT = Photograph(0, (1.0, 1.0), 0, 0, 0, 0, 0, 95)
_WAY = Photograph(
    angle=2,
    scale=(0.86, 0.92),
    perspective=0.01,
    turned=0,
    noise=3,
    blur=0.3,
    ground=(126, 112, 98),
)
_FONT = 18


@dataclass(frozen=True)
class _Slot:
    """Where a value is written, and how it comes about."""

    left: int
    top: int
    width: int
    value: Callable[[Random], str]


def _number(least: int, most: int) -> Callable[[Random], str]:
    return lambda random: str(int(random.integers(least, most)))


_SLOTS = (
    _Slot(10, 74, 76, _number(10, 100)),
    _Slot(106, 74, 76, _number(10, 100)),
    _Slot(10, 140, 100, _number(100, 1000)),
)
_HEIGHT = 28


def write(root: Path, language: Language) -> None:
    """Write a template to ``train`` and copies to ``val`` and ``test``, with ``Label.txt`` each."""
    for part, (split, count) in enumerate(SPLITS.items()):
        (root / split).mkdir()
        rows = []
        for number in range(count):
            is_template = split == "train"
            random = np.random.default_rng([part, number])
            content, annotations = _form(language, random, _FLAT if is_template else _WAY)
            (root / split / f"{number:03}.jpg").write_bytes(content)
            entries = [
                _entry(one, ANCHORS[language])
                for one in annotations
                if is_template or not one.is_anchor
            ]
            rows.append(f"{number:03}.jpg\t{json.dumps(entries, ensure_ascii=False)}")
        (root / split / "Label.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")


def _form(
    language: Language, random: Random, way: Photograph
) -> tuple[bytes, tuple[FormAnnotation, ...]]:
    image = Image.new("RGB", SIZE, (250, 250, 246))
    pen = ImageDraw.Draw(image)
    pen.rectangle((2, 2, SIZE[0] - 3, SIZE[1] - 3), outline=(90, 110, 150), width=2)
    pen.rectangle((4, 4, SIZE[0] - 5, 37), fill=(216, 228, 244))
    pen.line((2, 38, SIZE[0] - 3, 38), fill=(90, 110, 150), width=2)
    letters = "".join(text for text, *_ in PRINTS[language]) + "0123456789"
    font = plain_font(letters, _FONT)
    annotations = []
    for text, left, top in PRINTS[language]:
        pen.text((left, top), text, fill=(20, 24, 40), font=font)
        box = pen.textbbox((left, top), text, font=font)
        corners = _corners(box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2)
        annotations.append(FormAnnotation(AnnotatedLine(corners, text), None, is_anchor=True))
    for slot, name in zip(_SLOTS, FIELDS[language], strict=True):
        text = slot.value(random)
        place = (slot.left + float(random.uniform(3, 14)), slot.top + float(random.uniform(1, 5)))
        pen.text(place, text, fill=(30, 40, 120), font=font)
        corners = _corners(slot.left, slot.top, slot.left + slot.width, slot.top + _HEIGHT)
        annotations.append(FormAnnotation(AnnotatedLine(corners, text), name, is_anchor=False))
    form = photographed(image, annotations, way, random)
    return form.content, form.annotations


def _corners(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)


def _entry(annotation: FormAnnotation, anchor: str) -> dict[str, object]:
    return {
        "transcription": annotation.line.text,
        "points": annotation.line.corners.round(2).tolist(),
        "key_cls": anchor if annotation.is_anchor else annotation.name,
    }


EXAMPLE = Example(write, GENERATED)
