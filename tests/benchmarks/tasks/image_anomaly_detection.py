"""``image.anomaly_detection``: patches of real textures, split by region of their photograph."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from easel.runtime.run_lengths import encode
from PIL import Image

from engine.examples.image.anomaly_detection import Flags, Pixels, flawed
from tests.benchmarks.tasks.measuring import Measurement, Run, measurement, train
from tests.engine.textures import real_texture

TEXTURES = ("brick", "grass", "gravel")
SIDE = 64
# Rows of the photograph by split, and the step between its patches; parts do not overlap.
PARTS = {"train": (0, 288, 32), "validation": (288, 400, 24), "test": (400, 512, 24)}
BACKBONES = ("texture_filters", "patch_cnn", "autoencoder")


def run(quick: bool) -> list[Measurement]:
    """Return the AUROC of other textures and of flaws (``quick``: one texture, fixed filters).

    The networks that learn are measured on the first texture alone.
    """
    measured = []
    for backbone in BACKBONES[:1] if quick else BACKBONES:
        textures = TEXTURES if backbone == BACKBONES[0] and not quick else TEXTURES[:1]
        others = [_trained(backbone, texture, flaws=False) for texture in textures]
        flaws = [_trained(backbone, texture, flaws=True) for texture in textures]
        measured += [
            measurement(f"other textures, {backbone}", "auroc", others, bar=0.9),
            measurement(f"flaws, {backbone}", "auroc", flaws, bar=0.9),
            measurement(f"flaws, {backbone}", "pro", flaws, bar=0.8),
        ]
    return measured


def _trained(backbone: str, texture: str, *, flaws: bool) -> Run:
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        data = write_patches(Path(folder), texture, flaws=flaws)
        document = {"task": "image.anomaly_detection", "backbone": backbone, "data": data}
        return train(document, threads=2)


def write_patches(root: Path, texture: str, *, flaws: bool) -> Mapping[str, Any]:
    """Write patches of one texture, and patches of the others or flawed ones, with their index.

    Returns:
        the data spec as a document.
    """
    random = np.random.default_rng(0)
    lines = []
    for split, part in PARTS.items():
        images = [(pixels, "normal", None) for pixels in patches(texture, *part)]
        if split != "train" and flaws:
            drawn = [flawed(pixels, random) for pixels in patches(texture, *part)]
            images += [(pixels, "flawed", mask) for pixels, mask in drawn]
        elif split != "train":
            others = [name for name in TEXTURES if name != texture]
            images += [(pixels, name, None) for name in others for pixels in patches(name, *part)]
        for number, (pixels, label, mask) in enumerate(images):
            path = root / f"{split}-{number:03}.png"
            Image.fromarray(pixels).save(path)
            lines.append(json.dumps(_record(path, split, label, mask)))
    (root / "samples.jsonl").write_text("\n".join(lines) + "\n")
    return {
        "kind": "manifest",
        "index": str(root / "samples.jsonl"),
        "files_root": str(root),
        "labels": ["normal", "flawed", *TEXTURES],
    }


def patches(texture: str, first: int, end: int, step: int) -> Iterator[Pixels]:
    """Cut square patches (64, 64, 3) out of the rows of a texture's photograph."""
    photograph = real_texture(texture)
    for top in range(first, end - SIDE + 1, step):
        for left in range(0, photograph.shape[1] - SIDE + 1, step):
            patch = photograph[top : top + SIDE, left : left + SIDE]
            yield np.repeat(patch[:, :, np.newaxis], 3, axis=2)


def _record(path: Path, split: str, label: str, mask: Flags | None) -> dict[str, Any]:
    geometry = {"kind": "mask", "size": [SIDE, SIDE]}
    regions = [] if mask is None else [{**geometry, "counts": encode(mask).compressed()}]
    return {
        "id": path.stem,
        "file": path.name,
        "name": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "split": split,
        "width": SIDE,
        "height": SIDE,
        "labels": [label],
        "regions": [
            {"id": str(place), "label": label, "geometry": region}
            for place, region in enumerate(regions)
        ],
    }
