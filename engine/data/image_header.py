"""Look at an image file without decoding its pixels."""

from __future__ import annotations

import io

from easel.runtime.image.decode import FORMATS, MALFORMED, MAX_PIXELS
from PIL import Image

from engine.errors import DataError
from engine.formats.reading.images import exif_oriented_size


def read_image_size(content: bytes, name: str) -> tuple[int, int]:
    """Return width and height in pixels, upright.

    Args:
        content: of the file.
        name: of the file, for messages.

    Raises:
        DataError: when the file is empty, no image, or larger than what is decoded.
    """
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            width, height = exif_oriented_size(image)
    except (*MALFORMED, Image.DecompressionBombError) as error:
        raise DataError(
            f"'{name}' is not an image that can be read ({error}). Replace it or remove it.",
            code="image_unreadable",
            sample=name,
        ) from error
    if width * height > MAX_PIXELS:
        raise DataError(
            f"'{name}' has {width} x {height} pixels; at most {MAX_PIXELS} are decoded. "
            "Make it smaller.",
            code="image_too_large",
            sample=name,
        )
    return width, height
