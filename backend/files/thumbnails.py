"""Small WebP images of files, made when they are first asked for."""

from __future__ import annotations

from backend.api.errors import NotFound
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.refusals import not_decoded
from backend.files.services.store import store

SIZES = (160, 320, 640)
# A zip is a video that is kept as its frames; see ``engine.formats.videos``.
_WITH_IMAGE = ("image/", "video/", "audio/", "application/zip")


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
    files = store()
    if not files.exists(key):
        media_type = Blob.objects.values_list("media_type", flat=True).get(sha256=sha256)
        if not media_type.startswith(_WITH_IMAGE):
            raise NotFound("A file of this kind has no image.", code="no_thumbnail")
        with files.open(key_of(sha256)) as file:
            try:
                small = decode("thumbnail", file, media_type=media_type, size=size).content
            except Refused as error:
                raise not_decoded(sha256, error) from error
        files.put(key, small, lasting=False)
    return key


def delete_thumbnails(sha256: str) -> None:
    """Delete the thumbnails of a file that is deleted itself."""
    for size in SIZES:
        store().delete(thumbnail_key(sha256, size))
