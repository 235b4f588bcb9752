"""Reads about files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from backend.files.models import Blob
from backend.files.store import key_of, store


@dataclass(frozen=True)
class BlobRef:
    """A file in the store: its address there, and its path when it lies on this machine."""

    sha256: str
    bytes: int
    media_type: str
    url: str
    path: Path | None


def blob_ref(sha256: str) -> BlobRef:
    """Return where a file is.

    Raises:
        Blob.DoesNotExist: when it was never stored.
    """
    blob = Blob.objects.get(sha256=sha256)
    files = store()
    return BlobRef(
        sha256=sha256,
        bytes=blob.bytes,
        media_type=blob.media_type,
        url=f"{files.root}/{key_of(sha256)}",
        path=files.local_path(key_of(sha256)),
    )
