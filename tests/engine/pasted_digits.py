"""Images with real digits pasted on noisy canvases: real glyphs, synthetic layout."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from easel.runtime.run_lengths import encode
from numpy.typing import NDArray
from PIL import Image
from sklearn.datasets import load_digits

Pixels = NDArray[np.uint8]
Flags = NDArray[np.bool_]

INK = 110


def write_pasted_digits(
    root: Path,
    num_images: int,
    *,
    size: int = 128,
    most: int = 6,
    digits: tuple[int, ...] = tuple(range(10)),
    seed: int = 0,
) -> dict[str, object]:
    """Write images and the index of their digits' masks; of overlapping ones the last is whole.

    Three fifths are for training, and no glyph of one split is in another.

    Returns:
        the data spec as a document.
    """
    (root / "files").mkdir(parents=True)
    random = np.random.default_rng(seed)
    lines = []
    for number in range(num_images):
        split = ("train", "train", "train", "validation", "test")[number % 5]
        pixels, objects = _image(random, size, most, digits, split)
        path = root / "files" / f"{number:04}.png"
        Image.fromarray(pixels).save(path)
        regions = [
            {
                "id": str(place),
                "label": str(label),
                "geometry": {
                    "kind": "mask",
                    "size": [size, size],
                    "counts": encode(mask).compressed(),
                },
            }
            for place, (label, mask) in enumerate(objects)
        ]
        lines.append(
            json.dumps(
                {
                    "id": str(number),
                    "file": path.name,
                    "name": path.name,
                    "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                    "split": split,
                    "width": size,
                    "height": size,
                    "regions": regions,
                }
            )
        )
    (root / "samples.jsonl").write_text("\n".join(lines) + "\n")
    return {
        "kind": "manifest",
        "index": str(root / "samples.jsonl"),
        "files_root": str(root / "files"),
        "labels": [str(digit) for digit in digits],
    }


def _image(
    random: np.random.Generator, size: int, most: int, digits: tuple[int, ...], split: str
) -> tuple[Pixels, list[tuple[int, Flags]]]:
    glyphs, labels = _glyphs(split, digits)
    canvas = random.normal(random.uniform(150, 230, 3), 12, (size, size, 3)).clip(0, 255)
    objects: list[tuple[int, Flags]] = []
    for _ in range(random.integers(1, most + 1)):
        place = int(random.integers(len(labels)))
        side = int(random.integers(size // 6, size // 3))
        glyph = Image.fromarray((glyphs[place] * 15.9).astype(np.uint8))
        ink = np.asarray(glyph.resize((side, side), Image.Resampling.BICUBIC)) > INK
        top, left = random.integers(0, size - side, 2)
        mask = np.zeros((size, size), dtype=np.bool_)
        mask[top : top + side, left : left + side] = ink
        canvas[mask] = random.uniform(0, 90, 3) + random.normal(0, 8, (int(mask.sum()), 3))
        objects = [(label, earlier & ~mask) for label, earlier in objects]
        objects.append((int(labels[place]), mask))
    # Digits that are nearly covered can be found by nobody.
    seen = [(label, mask) for label, mask in objects if mask.sum() > 30]
    return canvas.clip(0, 255).astype(np.uint8), seen


def _glyphs(split: str, digits: tuple[int, ...]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    data = load_digits()
    wanted = np.isin(data.target, digits)
    part = {"train": (0, 3), "validation": (3, 4), "test": (4, 5)}[split]
    fold = np.arange(len(data.target)) % 5
    wanted &= (fold >= part[0]) & (fold < part[1])
    return data.images[wanted], data.target[wanted]
