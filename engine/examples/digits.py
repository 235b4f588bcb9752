"""Handwritten digits of the UCI repository, as scikit-learn bundles them."""

from __future__ import annotations

import csv
import gzip
import importlib.util
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import ResourceError
from engine.specs.language import Language

SOURCE: dict[Language, str] = {
    "en": "Source: Alpaydin and Kaynak, Optical Recognition of Handwritten Digits, UCI Machine "
    "Learning Repository (1998), CC BY 4.0, as scikit-learn bundles it.",
    "zh": "来源：Alpaydin 与 Kaynak，Optical Recognition of Handwritten Digits，UCI 机器学习库"
    "（1998），CC BY 4.0，随 scikit-learn 附带。",
}
SIZE = 8
_GREY_STEP = 255 / 16


@cache
def read_digits() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return 1,797 images (N, 8, 8), bright on black, and their digits (N,).

    Raises:
        ResourceError: ``example_source_missing``.
    """
    with gzip.open(sklearn_data("digits.csv.gz"), "rt") as file:
        rows = np.array([[int(float(cell)) for cell in row] for row in csv.reader(file)])
    levels = (rows[:, :-1] * _GREY_STEP).round().astype(np.uint8)
    return levels.reshape(-1, SIZE, SIZE), rows[:, -1].astype(np.uint8)


def sklearn_data(name: str) -> Path:
    """Return a file that scikit-learn bundles, found without importing it, which is large.

    Raises:
        ResourceError: ``example_source_missing`` when scikit-learn is not installed here.
    """
    found = importlib.util.find_spec("sklearn")
    folders = found.submodule_search_locations if found is not None else None
    path = Path(folders[0]) / "datasets" / "data" / name if folders else None
    if path is None or not path.is_file():
        raise ResourceError(
            "This example data comes with scikit-learn, which is not installed here. Install it "
            "with 'pip install scikit-learn'.",
            code="example_source_missing",
        )
    return path
