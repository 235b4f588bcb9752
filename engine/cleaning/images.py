"""Clean images; what was drawn on them moves along."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from engine.cleaning.regions import Window
from engine.specs.cleaning import Crop, ExifOrientation, Grey, ImageStep, Resize

# What a second pass through JPEG loses cannot be seen at this quality.
_QUALITY = 95
# Formats that can be written again as they are; all others become PNG.
_KEPT = frozenset({"JPEG", "PNG", "WEBP", "BMP"})


@dataclass(frozen=True)
class DecodedImage:
    """An upright RGB image on its way through a recipe.

    ``windows`` are the parts that were cut out so far, in order; regions follow through all.
    """

    image: Image.Image
    form: str
    is_turned: bool
    is_changed: bool = False
    windows: tuple[Window, ...] = ()

    @property
    def grey(self) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        """Return the grey levels (H, W)."""
        levels: np.ndarray[tuple[int, int], np.dtype[np.float32]] = np.asarray(
            self.image.convert("L"), dtype=np.float32
        )
        return levels

    def encoded(self) -> bytes:
        """Return the image as a file in its own format where that can be written."""
        form = self.form if self.form in _KEPT else "PNG"
        out = io.BytesIO()
        if form == "JPEG":
            self.image.save(out, form, quality=_QUALITY, subsampling=0)
        elif form == "WEBP":
            self.image.save(out, form, lossless=True)
        else:
            self.image.save(out, form)
        return out.getvalue()


def clean_image(decoded: DecodedImage, step: ImageStep) -> DecodedImage:
    """Take one step."""
    match step:
        case ExifOrientation():
            # It was decoded upright; only its file still has to be written so.
            return replace(decoded, is_changed=decoded.is_changed or decoded.is_turned)
        case Grey():
            grey = decoded.image.convert("L")
            if np.array_equal(np.asarray(grey.convert("RGB")), np.asarray(decoded.image)):
                return decoded
            return replace(decoded, image=grey.convert("RGB"), is_changed=True)
        case Crop():
            return _cropped(decoded, step)
        case Resize():
            return _resized(decoded, step)


def _cropped(decoded: DecodedImage, step: Crop) -> DecodedImage:
    width, height = decoded.image.size
    left, top = round(width * step.left), round(height * step.top)
    right = max(left + 1, round(width * (1 - step.right)))
    bottom = max(top + 1, round(height * (1 - step.bottom)))
    if (left, top, right, bottom) == (0, 0, width, height):
        return decoded
    window = Window(left, top, right - left, bottom - top)
    return replace(
        decoded,
        image=decoded.image.crop((left, top, right, bottom)),
        is_changed=True,
        windows=(*decoded.windows, window),
    )


def _resized(decoded: DecodedImage, step: Resize) -> DecodedImage:
    width, height = decoded.image.size
    longer = max(width, height)
    if longer <= step.longer_side:
        return decoded
    size = (
        max(1, round(width * step.longer_side / longer)),
        max(1, round(height * step.longer_side / longer)),
    )
    window = Window(0, 0, width, height, size[0] / width, size[1] / height)
    return replace(
        decoded,
        image=decoded.image.resize(size, Image.Resampling.LANCZOS),
        is_changed=True,
        windows=(*decoded.windows, window),
    )
