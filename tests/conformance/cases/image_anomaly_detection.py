"""Images of cloth; anomalous ones have a scratch or a blot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from engine.examples.image.anomaly_detection import drawn_surface, flawed
from tests.conformance.case import Case
from tests.engine.runs import image_folder, spec_document

SIZE = 64


def write_surfaces(root: Path, num_normal: int, num_flawed: int, normal: str = "good") -> Path:
    """Write folders of normal and of flawed images."""
    random = np.random.default_rng(5)
    for label, count in ((normal, num_normal), ("flawed", num_flawed)):
        (root / label).mkdir(parents=True)
        for number in range(count):
            pixels = drawn_surface(random, SIZE)
            if label != normal:
                pixels, _ = flawed(pixels, random)
            Image.fromarray(pixels).save(root / label / f"{number:03}.png")
    return root


def _document(root: Path, backbone: str, **options: object) -> dict[str, Any]:
    data = image_folder(
        write_surfaces(root / "data", 40, 16), validation_share=0.25, test_share=0.25
    )
    document = spec_document(data, image_size=SIZE, **options)
    return {**document, "task": "image.anomaly_detection", "backbone": backbone}


def _filters(root: Path) -> dict[str, Any]:
    return _document(root, "texture_filters", memory_size=200)


def _learnt(root: Path) -> dict[str, Any]:
    return _document(root, "patch_cnn", memory_size=200, epochs=8, learning_rate=3e-3)


def _drawn_again(root: Path) -> dict[str, Any]:
    return _document(root, "autoencoder", epochs=3, learning_rate=6e-3)


def _no_normal_folder(root: Path) -> tuple[dict[str, object], str]:
    return image_folder(write_surfaces(root / "odd", 12, 12, "one")), "normal_label_unknown"


def _nothing_anomalous(root: Path) -> tuple[dict[str, object], str]:
    return image_folder(write_surfaces(root / "plain", 20, 0)), "anomalies_missing"


CASES = (
    Case(
        task="image.anomaly_detection",
        name="filters",
        document=_filters,
        gate=0.95,
        quick={"epochs": 2},
        refused=_no_normal_folder,
    ),
    Case(
        task="image.anomaly_detection",
        name="learnt",
        like="image.anomaly_detection filters",
        document=_learnt,
        gate=0.9,
        quick={"epochs": 2},
        refused=_nothing_anomalous,
    ),
    Case(
        task="image.anomaly_detection",
        name="autoencoder",
        document=_drawn_again,
        gate=0.8,
        quick={"epochs": 2},
        refused=_nothing_anomalous,
    ),
)
