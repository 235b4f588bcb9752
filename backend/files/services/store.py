"""The store together with the files that it refers to where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from backend.api.errors import NotFound
from backend.files.contracts.damage import Damage, damaged
from backend.files.contracts.source import FileSource
from backend.files.models import Blob
from backend.files.services.backends import Store, kept_store
from backend.files.services.damage import damage_of
from backend.files.services.sources.opening import open_source


def source_of(sha256: str) -> FileSource | None:
    """Return where a file stays that is referred to, ``None`` of one that the store keeps."""
    found = Blob.objects.filter(sha256=sha256).values_list("source", "source_stamp").first()
    return FileSource(*found) if found is not None and found[0] else None


def require_undamaged(sha256: str) -> None:
    """Refuse a file that a check found damaged: nobody is handed other bytes than were taken in.

    One that was missing or too short may have been brought back; it is looked at again.

    Raises:
        NotFound: ``file_damaged``.
    """
    row = Blob.objects.filter(sha256=sha256, source="").exclude(damage="").only("bytes", "damage")
    if (blob := row.first()) is None:
        return
    marked = Damage(blob.damage)
    is_seen = marked != Damage.CONTENT and kept_store().local_path("x") is not None
    now = damage_of(sha256, blob.bytes, is_read=False) if is_seen else marked
    if now is not None:
        raise damaged(sha256, now)


@dataclass(frozen=True)
class SourcedStore:
    """Writes to a store, and reads what it does not keep from where it is."""

    kept: Store

    @property
    def root(self) -> str:
        """The folder or address that keys are relative to."""
        return self.kept.root

    def put(self, key: str, content: bytes, *, lasting: bool = True) -> None:
        """Store content whole."""
        self.kept.put(key, content, lasting=lasting)

    def put_many(self, contents: Mapping[str, bytes]) -> None:
        """Store several contents, each whole."""
        self.kept.put_many(contents)

    def put_file(self, key: str, path: Path) -> None:
        """Store a local file whole; the file is consumed."""
        self.kept.put_file(key, path)

    def open(self, key: str) -> IO[bytes]:
        """Open for reading.

        Raises:
            NotFound: when there is no such file, it is not where it was taken in, or
                ``file_damaged`` when it is known to have other bytes than it should.
            Conflict: when it was changed there.
            NotAllowed: when it may not be read there any more.
        """
        if not key.startswith("blobs/"):
            return self.kept.open(key)
        sha256 = PurePosixPath(key).name
        require_undamaged(sha256)
        try:
            return self.kept.open(key)
        except NotFound:
            source = source_of(sha256)
            if source is None:
                raise
        return open_source(source, sha256)

    def exists(self, key: str) -> bool:
        """Tell whether the store keeps such a file."""
        return self.kept.exists(key)

    def delete(self, key: str) -> None:
        """Delete; a file that is referred to stays where it is."""
        self.kept.delete(key)

    def local_path(self, key: str) -> Path | None:
        """Return the path of a key when the store lies on this machine."""
        return self.kept.local_path(key)


def store() -> Store:
    """Return the store that the installation uses."""
    return SourcedStore(kept_store())
