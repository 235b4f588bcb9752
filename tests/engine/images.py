"""Small real image files for tests: stripes whose direction is the class."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

LABELS = ("across", "down", "slope")


def stripes(label: str, seed: int, size: int = 16) -> NDArray[np.uint8]:
    """Return (size, size, 3) uint8: stripes of a random phase in the direction of the label."""
    random = np.random.default_rng([LABELS.index(label), seed])
    y, x = np.mgrid[:size, :size]
    place = {"across": y, "down": x, "slope": x + y}[label] + random.integers(0, 6)
    values = np.where(place % 6 < 3, 200, 50) + random.normal(0, 20, (size, size))
    return np.repeat(values.clip(0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


def write_folder(
    root: Path, per_class: int, labels: Sequence[str] = LABELS, size: int = 16
) -> Path:
    """Write one sub-folder per class and return the root."""
    for label in labels:
        (root / label).mkdir(parents=True)
        for seed in range(per_class):
            Image.fromarray(stripes(label, seed, size)).save(root / label / f"{seed:03}.png")
    return root


def write_multi_label(root: Path, num_samples: int) -> dict[str, object]:
    """Write a manifest whose images show a bar on the left, at the top, both or neither.

    Returns:
        the data spec as a document.
    """
    random = np.random.default_rng(0)
    (root / "files").mkdir(parents=True)
    lines = []
    for index in range(num_samples):
        labels = [label for bit, label in enumerate(("left", "top")) if index >> bit & 1]
        pixels = random.integers(0, 60, (16, 16, 3), dtype=np.uint8)
        if "left" in labels:
            pixels[:, :4] += 180
        if "top" in labels:
            pixels[:4] = 220
        path = root / "files" / f"{index}.png"
        Image.fromarray(pixels).save(path)
        split = ("train", "train", "train", "validation", "test")[index // 4 % 5]
        lines.append(
            json.dumps(
                {
                    "id": str(index),
                    "file": path.name,
                    "name": path.name,
                    "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                    "width": 16,
                    "height": 16,
                    "split": split,
                    "labels": labels,
                }
            )
        )
    (root / "samples.jsonl").write_text("\n".join(lines) + "\n")
    return {
        "kind": "manifest",
        "index": str(root / "samples.jsonl"),
        "files_root": str(root / "files"),
        "labels": ["left", "top"],
        "multi_label": True,
    }
