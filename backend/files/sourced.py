"""The store together with the files that it refers to where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from backend.api.errors import NotFound
from backend.files.models import Blob
from backend.files.sources.opening import open_source
from backend.files.sources.source import FileSource
from backend.files.store import Store


def source_of(sha256: str) -> FileSource | None:
    """Return where a file stays that is referred to, ``None`` of one that the store keeps."""
    found = Blob.objects.filter(sha256=sha256).values_list("source", "source_stamp").first()
    return FileSource(*found) if found is not None and found[0] else None


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
            NotFound: when there is no such file, or it is not where it was taken in.
            Conflict: when it was changed there.
            NotAllowed: when it may not be read there any more.
        """
        try:
            return self.kept.open(key)
        except NotFound:
            sha256 = PurePosixPath(key).name
            source = source_of(sha256) if key.startswith("blobs/") else None
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
