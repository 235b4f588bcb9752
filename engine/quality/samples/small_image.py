"""An image small enough to keep thousands of them in memory until all have been seen."""

from __future__ import annotations

import io

from PIL import Image

_SIDE, _QUALITY = 128, 95


def small_image(image: Image.Image) -> bytes:
    """Return an RGB image of any size as a JPEG file of at most 128 x 128 pixels."""
    small = image.convert("RGB")
    small.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    content = io.BytesIO()
    small.save(content, "JPEG", quality=_QUALITY, subsampling=0)
    return content.getvalue()
