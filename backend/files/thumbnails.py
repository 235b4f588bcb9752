"""Small WebP copies of images, made when they are first asked for."""

from __future__ import annotations

import io
from typing import cast

from PIL import Image, ImageOps

from backend.files.store import key_of, store

SIZES = (160, 320, 640)


def thumbnail_key(sha256: str, size: int) -> str:
    """Return where a thumbnail lies."""
    return f"thumbnails/{sha256[:2]}/{sha256[2:4]}/{sha256}-{size}.webp"


def ensure_thumbnail(sha256: str, size: int) -> str:
    """Return the key of an image's thumbnail, making it when it is not there."""
    key = thumbnail_key(sha256, size)
    files = store()
    if not files.exists(key):
        with files.open(key_of(sha256)) as file:
            files.put(key, shrink(file.read(), size), lasting=False)
    return key


def shrink(content: bytes, size: int) -> bytes:
    """Return an image as WebP, upright, its longer side at most ``size`` pixels."""
    with Image.open(io.BytesIO(content)) as image:
        image.draft("RGB", (size * 2, size * 2))
        image.seek(0)
        upright = ImageOps.exif_transpose(image)
        upright.thumbnail((size, size))
        if upright.mode.startswith("I;16") or upright.mode in ("I", "F"):
            upright = _to_8_bits(upright)
        has_alpha = upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info
        out = io.BytesIO()
        upright.convert("RGBA" if has_alpha else "RGB").save(out, "WEBP", quality=80, method=2)
        return out.getvalue()


def _to_8_bits(image: Image.Image) -> Image.Image:
    """Scale deep grey levels to what a screen shows; Pillow's own conversion would clip them."""
    low, high = cast("tuple[float, float]", image.convert("F").getextrema())
    width = (high - low) or 1.0
    return image.convert("F").point(lambda value: (value - low) * (255.0 / width)).convert("L")


def delete_thumbnails(sha256: str) -> None:
    """Delete the thumbnails of an image that is deleted itself."""
    for size in SIZES:
        store().delete(thumbnail_key(sha256, size))
