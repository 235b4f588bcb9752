"""``image.classification``: handwritten digits, and photographs of groceries from scratch.

The peer is scikit-learn's support vector machine: over the 64 pixels of a digit, and over how often
each colour occurs in a photograph of groceries, which tells more of them apart than their edges.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data, train
from tests.end_to_end.digits import write_digits

Vector = NDArray[np.float64]
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
    """Train on 420 photographs of 14 kinds; 280 of other shops are the test.

    Photographs of one shop look alike, so strong changes of place and colour stand for other shops.
    """
    options = {
        "mixup": 0.2,
        "cutmix": 1.0,
        "augmentation": {
            "horizontal_flip": True,
            "rotation_degrees": 15,
            "translation": 0.15,
            "scale": 0.4,
            "brightness": 0.3,
            "contrast": 0.3,
            "saturation": 0.3,
            "erasing": 0.25,
        },
        "precision": "bfloat16",
    }
    root = shared_data("groceries")
    done = train(_document(root, "photo_cnn", options), threads=2)
    peer = ("support vectors on colours", _colour_vectors(root))
    return measurement("groceries", "accuracy", [done], bar=0.70, peer=peer)


def _document(root: Path, backbone: str, options: dict[str, Any]) -> dict[str, Any]:
    data = {"kind": "files", "format": "image_folder", "root": str(root)}
    return {
        "task": "image.classification",
        "backbone": backbone,
        "data": data,
        "options": options,
    }


def _support_vectors(root: Path) -> float:
    return _evaluated(root, _pixels, penalty=1.0)


def _colour_vectors(root: Path) -> float:
    return _evaluated(root, _colours, penalty=10.0)


def _evaluated(root: Path, describe: Callable[[Path], Vector], penalty: float) -> float:
    """Return the accuracy on the test part of a machine that learnt the train part."""
    from sklearn.svm import SVC

    model = SVC(gamma="scale", C=penalty)
    model.fit(*_described(root / "train", describe))
    return float(model.score(*_described(root / "test", describe)))


def _described(
    folder: Path, describe: Callable[[Path], Vector]
) -> tuple[NDArray[np.float64], list[str]]:
    paths = sorted(folder.glob("*/*"))
    return np.stack([describe(path) for path in paths]), [path.parent.name for path in paths]


def _pixels(path: Path) -> Vector:
    return np.asarray(Image.open(path), np.float64).reshape(-1) / 255


def _colours(path: Path) -> Vector:
    """Return the roots of the shares of 8 hues, 3 saturations and 3 values (72,)."""
    image = Image.open(path).convert("RGB").resize((64, 64)).convert("HSV")
    counts, _ = np.histogramdd(
        np.asarray(image).reshape(-1, 3), bins=(8, 3, 3), range=((0, 256),) * 3
    )
    return np.sqrt(counts.reshape(-1) / counts.sum())
