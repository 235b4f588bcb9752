"""Write an image upright that says in its EXIF block how it has to be turned."""

from __future__ import annotations

import io
from typing import IO

from easel.errors import InputError
from easel.runtime.image.decode import FORMATS, MALFORMED
from PIL import Image, ImageOps

# What the pixels of a camera lose in a second pass through JPEG cannot be seen at this quality.
_QUALITY = 95


def apply_orientation(file: IO[bytes]) -> bytes | None:
    """Return the same image upright in the same format, ``None`` when it cannot be written."""
    try:
        with Image.open(file, formats=FORMATS) as image:
            form = image.format or "PNG"
            turned = ImageOps.exif_transpose(image)
            target = io.BytesIO()
            if form == "JPEG":
                turned.save(target, form, quality=_QUALITY, exif=turned.getexif())
            else:
                turned.save(target, form, exif=turned.getexif())
    except (InputError, *MALFORMED):
        return None
    return target.getvalue()
