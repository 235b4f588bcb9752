"""Stripes in three directions, and bars on two sides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case import Case
from tests.engine.images import write_folder, write_multi_label
from tests.engine.runs import image_folder, spec_document


def _single_label(root: Path) -> dict[str, Any]:
    return spec_document(write_folder(root / "data", per_class=20), epochs=5)


def _multi_label(root: Path) -> dict[str, Any]:
    return spec_document(write_multi_label(root / "data", 200), epochs=7)


def _one_class(root: Path) -> tuple[dict[str, object], str]:
    return image_folder(write_folder(root / "data", 4, labels=("down",))), "single_class"


def _unknown_label(root: Path) -> tuple[dict[str, object], str]:
    data = write_multi_label(root / "data", 20)
    return {**data, "labels": ["left"]}, "label_unknown"


CASES = (
    Case(
        task="image.classification",
        name="single-label",
        document=_single_label,
        gate=0.9,
        quick={"epochs": 2, "mixup": 0.2, "augmentation": {"erasing": 0.3}},
        refused=_one_class,
        backbone_options={"image_size": 32},
    ),
    Case(
        task="image.classification",
        name="multi-label",
        like="image.classification single-label",
        document=_multi_label,
        gate=0.9,
        quick={"epochs": 2},
        refused=_unknown_label,
        backbone_options={"image_size": 32},
    ),
)
