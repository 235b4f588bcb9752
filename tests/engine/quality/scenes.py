"""Images with the structure of photographs, made for tests."""

from __future__ import annotations

import numpy as np
from PIL import Image


def textured(seed: int, size: tuple[int, int] = (96, 72)) -> Image.Image:
    """Return an image with coarse and fine structure."""
    random = np.random.default_rng(seed)
    coarse = Image.fromarray(random.integers(0, 255, (6, 6, 3), dtype=np.uint8))
    pixels = np.asarray(coarse.resize(size, Image.Resampling.BICUBIC), dtype=np.int16)
    noisy = pixels + random.integers(-25, 25, pixels.shape)
    return Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
