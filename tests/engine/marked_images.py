"""Small images with red and blue blocks on noise, and the index that marks them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

SIZE = (48, 64)
# Two minutes of training on mosaics teach more, two hundred steps teach less.
STEADY = {"mosaic": 0, "scale": 0.1, "stretch": 0, "translation": 0.05}
Geometry = Callable[[int, int, int, int], dict[str, Any]]


def box(left: int, top: int, width: int, height: int) -> dict[str, Any]:
    """Return a block as a box."""
    return {"kind": "box", "left": left, "top": top, "width": width, "height": height}


def outline(left: int, top: int, width: int, height: int) -> dict[str, Any]:
    """Return a block as a polygon."""
    right, bottom = left + width, top + height
    ring = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return {"kind": "polygon", "rings": [ring]}


def write_marked_images(root: Path, num_images: int, geometry: Geometry) -> dict[str, object]:
    """Write images with one or two blocks that do not touch, in the left and the right half.

    Returns:
        the data spec as a document.
    """
    random = np.random.default_rng(0)
    (root / "files").mkdir(parents=True)
    lines = []
    for number in range(num_images):
        height, width = SIZE
        pixels = random.integers(0, 60, (height, width, 3), dtype=np.uint8)
        regions = []
        halves = random.permutation(2)[: random.integers(1, 3)]
        for half in sorted(halves.tolist()):
            across, down = (int(side) for side in random.integers(14, 27, 2))
            left = half * width // 2 + int(random.integers(0, width // 2 - across))
            top = int(random.integers(0, height - down))
            label = int(random.integers(2))
            pixels[top : top + down, left : left + across, 2 * label] += 180
            regions.append(
                {
                    "id": str(half),
                    "label": ("red", "blue")[label],
                    "geometry": geometry(left, top, across, down),
                }
            )
        path = root / "files" / f"{number}.png"
        Image.fromarray(pixels).save(path)
        lines.append(
            json.dumps(
                {
                    "id": str(number),
                    "file": path.name,
                    "name": path.name,
                    "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                    "split": ("train", "train", "train", "validation", "test")[number % 5],
                    "width": width,
                    "height": height,
                    "regions": regions,
                }
            )
        )
    (root / "samples.jsonl").write_text("\n".join(lines) + "\n")
    return {
        "kind": "manifest",
        "index": str(root / "samples.jsonl"),
        "files_root": str(root / "files"),
        "labels": ["red", "blue"],
    }
