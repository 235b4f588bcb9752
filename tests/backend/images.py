"""Small image files made for tests."""

from __future__ import annotations

import io
import random
from typing import Any

from PIL import Image


def image(seed: int = 0, size: tuple[int, int] = (12, 9), **options: Any) -> bytes:
    """Return a PNG whose content depends on ``seed``."""
    width, height = size
    pixels = random.Random(seed).randbytes(width * height * 3)
    return encoded(Image.frombytes("RGB", size, pixels), **options)


def encoded(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    """Return an image as a file."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()
