"""Look at an image file without decoding its pixels."""

from __future__ import annotations

from pathlib import Path

from easel.runtime.ops.decode import FORMATS, MALFORMED, MAX_PIXELS, ORIENTATION_TAG
from PIL import Image

from engine.errors import DataError

# EXIF orientations that turn the image by a quarter.
_TURNED = {5, 6, 7, 8}


def read_image_size(file: Path) -> tuple[int, int]:
    """Return width and height in pixels, upright.

    Raises:
        DataError: when the file is empty, no image, or larger than what is decoded.
    """
    try:
        with Image.open(file, formats=FORMATS) as image:
            width, height = image.size
            # Pillow would decode a whole PNG to look for an orientation behind its pixels.
            has_tags = image.format != "PNG" or "exif" in image.info
            turned = has_tags and image.getexif().get(ORIENTATION_TAG) in _TURNED
    except (*MALFORMED, Image.DecompressionBombError) as error:
        raise DataError(
            f"'{file.name}' is not an image that can be read ({error}). Replace it or remove it.",
            code="image_unreadable",
            sample=file.name,
        ) from error
    if width * height > MAX_PIXELS:
        raise DataError(
            f"'{file.name}' has {width} x {height} pixels; at most {MAX_PIXELS} are decoded. "
            "Make it smaller.",
            code="image_too_large",
            sample=file.name,
        )
    return (height, width) if turned else (width, height)
