"""Photos of packages before a plain wall: a colour and a direction of stripes each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

PACKAGES = {
    "cola": ((200, 30, 30), 0),
    "soap": ((40, 90, 210), 1),
    "tea": ((40, 160, 60), 0),
    "flour": ((230, 200, 60), 1),
}


def package(product: str, seed: int, size: tuple[int, int] = (60, 48)) -> NDArray[np.uint8]:
    """Return a photo (H, W, 3) of one package with a margin of wall around it."""
    colour, axis = PACKAGES[product]
    random = np.random.default_rng([*product.encode(), seed])
    height, width = size
    place = np.indices(size)[axis] + random.integers(0, 8)
    stripes = np.where(place % 8 < 4, 1.0, 0.45)[:, :, np.newaxis]
    photo = np.full((height + 16, width + 16, 3), 245.0)
    photo[8:-8, 8:-8] = np.array(colour) * stripes
    photo += random.normal(0, 3, photo.shape)
    return photo.clip(0, 255).astype(np.uint8)


def write_packages(
    root: Path, per_product: int, products: tuple[str, ...] = ("cola", "soap", "tea")
) -> Path:
    """Write a folder of photos per product and return the root."""
    for product in products:
        (root / product).mkdir(parents=True)
        for seed in range(per_product):
            Image.fromarray(package(product, seed)).save(root / product / f"{seed:03}.png")
    return root
