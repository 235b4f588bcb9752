"""Small WebP images of files, and whole ones for browsers, made when they are first asked for."""

from __future__ import annotations

from typing import Any

from backend.api.errors import NotFound
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.refusals import not_decoded
from backend.files.services.store import store

SIZES = (160, 320, 640)
# A zip is a video that is kept as its frames; see ``engine.formats.reading.videos``.
_WITH_IMAGE = ("image/", "video/", "audio/", "application/zip")


# What training reads and no browser shows.
_SHOWN_BY_NONE = ("image/tiff", "image/x-portable-pixmap")


def thumbnail_key(sha256: str, size: int) -> str:
    """Return where a thumbnail lies."""
    return f"thumbnails/{sha256[:2]}/{sha256[2:4]}/{sha256}-{size}.webp"


def ensure_thumbnail(sha256: str, size: int) -> str:
    """Return the key of a file's thumbnail, making it when it is not there.

    Raises:
        NotFound: when a file of this kind has none, or ``file_damaged``.
        Invalid: when it cannot be decoded here.
        Unavailable: when too many are being decoded.
    """
    key = thumbnail_key(sha256, size)
    if not store().exists(key):
        media_type = _media_type(sha256)
        if not media_type.startswith(_WITH_IMAGE):
            raise NotFound("A file of this kind has no image.", code="no_thumbnail")
        _make(key, sha256, "thumbnail", media_type=media_type, size=size)
    return key


def is_shown(sha256: str) -> bool:
    """Tell whether browsers show a file of its kind as it is."""
    return _media_type(sha256) not in _SHOWN_BY_NONE


def ensure_shown(sha256: str) -> str:
    """Return the key of an image as a PNG of its size, upright, making it when it is not there.

    Raises:
        NotFound: ``file_damaged``.
        Invalid: when it cannot be decoded here.
        Unavailable: when too many are being decoded.
    """
    key = _shown_key(sha256)
    if not store().exists(key):
        _make(key, sha256, "shown")
    return key


def _shown_key(sha256: str) -> str:
    return f"thumbnails/{sha256[:2]}/{sha256[2:4]}/{sha256}.png"


def _media_type(sha256: str) -> str:
    return Blob.objects.values_list("media_type", flat=True).get(sha256=sha256)


def _make(key: str, sha256: str, work: str, **options: Any) -> None:
    files = store()
    with files.open(key_of(sha256)) as file:
        try:
            made = decode(work, file, **options).content
        except Refused as error:
            raise not_decoded(sha256, error) from error
    files.put(key, made, lasting=False)


def delete_thumbnails(sha256: str) -> None:
    """Delete the thumbnails of a file that is deleted itself."""
    for key in (_shown_key(sha256), *(thumbnail_key(sha256, size) for size in SIZES)):
        store().delete(key)
