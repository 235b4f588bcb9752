"""``image.classification``: handwritten digits, and photographs of groceries from scratch.

The peer on digits is scikit-learn's support vector machine over their 64 pixels.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data, train
from tests.end_to_end.digits import write_digits

# The rarest digit has 174 images.
TRAIN, TEST = range(140), range(140, 174)


def run(quick: bool) -> list[Measurement]:
    """Return the accuracy on both test parts (``quick``: after two epochs, digits only)."""
    return [_digits(quick)] if quick else [_digits(quick), _groceries()]


def _digits(quick: bool) -> Measurement:
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        root = Path(folder)
        write_digits(root / "train", TRAIN)
        write_digits(root / "test", TEST)
        done = train(_document(root, "small_cnn", {"epochs": 2} if quick else {}))
        peer = ("support vectors", _support_vectors(root))
    return measurement("digits", "accuracy", [done], bar=0.985, peer=peer)


def _groceries() -> Measurement:
    """Train on 420 photographs of 14 kinds; 280 of other shops are the test."""
    document = _document(shared_data("groceries"), "small_cnn", {"epochs": 100})
    return measurement("groceries", "accuracy", [train(document, threads=2)], bar=0.70)


def _document(root: Path, backbone: str, options: dict[str, Any]) -> dict[str, Any]:
    data = {"kind": "files", "format": "image_folder", "root": str(root)}
    return {
        "task": "image.classification",
        "backbone": backbone,
        "data": data,
        "options": options,
    }


def _support_vectors(root: Path) -> float:
    from sklearn.svm import SVC

    model = SVC(gamma="scale")
    model.fit(*_read(root / "train"))
    return float(model.score(*_read(root / "test")))


def _read(folder: Path) -> tuple[NDArray[np.float64], list[str]]:
    paths = sorted(folder.rglob("*.png"))
    pixels = [np.asarray(Image.open(path), np.float64).reshape(-1) / 255 for path in paths]
    return np.stack(pixels), [path.parent.name for path in paths]
