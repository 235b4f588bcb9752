"""Round and rod-shaped cells under a microscope, each with its outline."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from engine.examples.example import GENERATED, Example
from engine.specs.language import Language

NAMES: dict[Language, tuple[str, ...]] = {
    "en": ("round cell", "rod cell"),
    "zh": ("圆形细胞", "杆状细胞"),
}
NUM_IMAGES = 100
SIDE = 128
_CELLS = [(column, row) for row in range(3) for column in range(3)]
_INKS = ((122, 86, 160), (206, 104, 134))


def write(root: Path, language: Language) -> None:
    """Write images and ``annotations.json``, as COCO has them."""
    (root / "images").mkdir()
    images: list[dict[str, object]] = []
    annotations: list[dict[str, object]] = []
    for number in range(NUM_IMAGES):
        image, cells = slide(np.random.default_rng([11, number]))
        name = f"slide-{number:03}.jpg"
        image.save(root / "images" / name, quality=88)
        images.append({"id": number + 1, "file_name": name, "width": SIDE, "height": SIDE})
        for kind, ring in cells:
            annotations.append(_annotation(len(annotations) + 1, number + 1, kind + 1, ring))
    categories = [{"id": id, "name": name} for id, name in enumerate(NAMES[language], 1)]
    document = {"images": images, "annotations": annotations, "categories": categories}
    (root / "annotations.json").write_text(
        json.dumps(document, ensure_ascii=False), encoding="utf-8"
    )


def slide(
    random: np.random.Generator,
) -> tuple[Image.Image, list[tuple[int, NDArray[np.float64]]]]:
    """Return an image of three to six cells that do not touch, with kind and outline of each."""
    ground = np.array([236, 226, 214]) + random.normal(0, 2, (SIDE, SIDE, 1))
    image = Image.fromarray(ground.clip(0, 255).astype(np.uint8))
    cells = []
    for cell in random.permutation(len(_CELLS))[: random.integers(3, 7)]:
        kind = int(random.integers(2))
        column, row = _CELLS[cell]
        middle = (np.array([column, row]) + 0.5) * SIDE / 3 + random.uniform(-2, 2, 2)
        ring = _outline(kind, random) + middle
        _draw(image, kind, ring, middle, random)
        cells.append((kind, ring))
    soft = image.filter(ImageFilter.GaussianBlur(0.6))
    pixels = np.asarray(soft, np.float64) + random.normal(0, 3, (SIDE, SIDE, 1))
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8)), cells


def _outline(kind: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Return 24 corners (24, 2) around the origin."""
    turns = np.linspace(0, 2 * np.pi, 25)[:24]
    wide, high = random.uniform(11, 15, 2) if kind == 0 else (random.uniform(15, 18), 5.5)
    wave = 1 + 0.05 * np.sin(3 * turns + random.uniform(0, 6))
    # A superellipse: the ends of rods are blunt.
    power = 1.0 if kind == 0 else 0.6
    x = wide * np.sign(np.cos(turns)) * np.abs(np.cos(turns)) ** power * wave
    y = high * np.sign(np.sin(turns)) * np.abs(np.sin(turns)) ** power * wave
    angle = random.uniform(0, np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(np.stack([x, y], axis=1) @ turn.T)


def _draw(
    image: Image.Image,
    kind: int,
    ring: NDArray[np.float64],
    middle: NDArray[np.float64],
    random: np.random.Generator,
) -> None:
    pen = ImageDraw.Draw(image)
    ink = tuple(int(level) for level in np.array(_INKS[kind]) + random.integers(-12, 13, 3))
    edge = tuple(level * 3 // 4 for level in ink)
    pen.polygon([tuple(corner) for corner in ring.tolist()], fill=ink, outline=edge)
    if kind == 0:
        x, y = middle + random.uniform(-3, 3, 2)
        pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=edge)


def _annotation(id: int, image: int, category: int, ring: NDArray[np.float64]) -> dict[str, object]:
    ring = ring.round(1).clip(0, SIDE)
    (left, top), (right, bottom) = ring.min(axis=0).tolist(), ring.max(axis=0).tolist()
    x, y = ring.T
    area = abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1))) / 2
    return {
        "id": id,
        "image_id": image,
        "category_id": category,
        "segmentation": [ring.reshape(-1).tolist()],
        "bbox": [left, top, round(right - left, 1), round(bottom - top, 1)],
        "area": round(area, 1),
        "iscrowd": 0,
    }


EXAMPLE = Example(write, GENERATED)
