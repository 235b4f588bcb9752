"""Small WebP pictures of files, made when they are first asked for."""

from __future__ import annotations

import io
from typing import cast

from PIL import Image, ImageOps

from backend.api.errors import NotFound
from backend.files.models import Blob
from backend.files.previews import preview_of
from backend.files.store import key_of, store

SIZES = (160, 320, 640)
# A zip is a film that is kept as its frames; see ``engine.formats.films``.
_WITH_PICTURE = ("image/", "video/", "audio/", "application/zip")


def thumbnail_key(sha256: str, size: int) -> str:
    """Return where a thumbnail lies."""
    return f"thumbnails/{sha256[:2]}/{sha256[2:4]}/{sha256}-{size}.webp"


def ensure_thumbnail(sha256: str, size: int) -> str:
    """Return the key of a file's thumbnail, making it when it is not there.

    Raises:
        NotFound: when a file of this kind has none.
    """
    key = thumbnail_key(sha256, size)
    files = store()
    if not files.exists(key):
        media_type = Blob.objects.values_list("media_type", flat=True).get(sha256=sha256)
        if not media_type.startswith(_WITH_PICTURE):
            raise NotFound("A file of this kind has no picture.", code="no_thumbnail")
        with files.open(key_of(sha256)) as file:
            content = file.read()
        if media_type.startswith("image/"):
            small = shrink(content, size)
        else:
            small = _reduced(preview_of(content, media_type), size)
        files.put(key, small, lasting=False)
    return key


def shrink(content: bytes, size: int) -> bytes:
    """Return an image as WebP, upright, its longer side at most ``size`` pixels."""
    with Image.open(io.BytesIO(content)) as image:
        image.draft("RGB", (size * 2, size * 2))
        image.seek(0)
        return _reduced(ImageOps.exif_transpose(image), size)


def _reduced(picture: Image.Image, size: int) -> bytes:
    picture.thumbnail((size, size))
    if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        picture = _to_8_bits(picture)
    has_alpha = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
    out = io.BytesIO()
    picture.convert("RGBA" if has_alpha else "RGB").save(out, "WEBP", quality=80, method=2)
    return out.getvalue()


def _to_8_bits(image: Image.Image) -> Image.Image:
    """Scale deep grey levels to what a screen shows; Pillow's own conversion would clip them."""
    low, high = cast("tuple[float, float]", image.convert("F").getextrema())
    width = (high - low) or 1.0
    return image.convert("F").point(lambda value: (value - low) * (255.0 / width)).convert("L")


def delete_thumbnails(sha256: str) -> None:
    """Delete the thumbnails of a file that is deleted itself."""
    for size in SIZES:
        store().delete(thumbnail_key(sha256, size))
