"""scikit-learn's handwritten digits as files, as somebody would keep them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

SIDE = 8
BRIGHTEST = 16


def write_digits(folder: Path, numbers: Iterable[int]) -> None:
    """Write the ``numbers``-th image of each class as ``folder/<digit>/<number>.png``."""
    rows = _rows()
    wanted = list(numbers)
    for digit in range(10):
        place = folder / str(digit)
        place.mkdir(parents=True)
        of_class = rows[rows[:, -1] == digit]
        for number in wanted:
            write_image(place / f"{number:03d}.png", of_class[number])


def write_image(path: Path, row: NDArray[np.uint8]) -> None:
    """Write one row of the table, 64 pixels and a label, as an image file."""
    pixels = row[: SIDE * SIDE].reshape(SIDE, SIDE).astype(np.uint16) * 255 // BRIGHTEST
    Image.fromarray(pixels.astype(np.uint8)).save(path)


def _rows() -> NDArray[np.uint8]:
    spec = find_spec("sklearn")
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).parent / "datasets" / "data" / "digits.csv.gz"
    with gzip.open(source, "rt") as file:
        return np.loadtxt(file, delimiter=",", dtype=np.uint8)
