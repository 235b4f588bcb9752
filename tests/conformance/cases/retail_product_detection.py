"""Shelves composed of photos of striped packages in three colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.packages import write_packages
from tests.engine.runs import image_folder, spec_document

STEADY = {"translation": 0, "scale": 0, "stretch": 0, "brightness": 0, "contrast": 0}


def _packages(root: Path) -> dict[str, Any]:
    data = image_folder(write_packages(root / "data", 10), validation_share=0.2, test_share=0.2)
    return {
        **spec_document(
            data,
            epochs=12,
            batch_size=6,
            image_size=128,
            learning_rate=6e-3,
            synthetic_shelves=24,
            product_size=32,
            embedding_size=16,
            augmentation=STEADY,
            product_augmentation={"erasing": 0},
        ),
        "task": "retail.product_detection",
        "backbone": "shelf_small",
    }


def _without_shelves(root: Path) -> tuple[dict[str, object], str]:
    return image_folder(write_packages(root / "data", 0)), "no_samples"


CASES = (
    Case(
        task="retail.product_detection",
        name="packages",
        like="image.object_detection blocks",
        document=_packages,
        gate=0.4,
        quick={"epochs": 2, "class_weights": "none", "neighbour_share": 0},
        refused=_without_shelves,
        backbone_options={"image_size": 64, "synthetic_shelves": 2, "product_size": 32},
    ),
)
