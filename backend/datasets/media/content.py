"""The bytes of a file on its way in: at hand, or on this machine's disk when there may be many."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

_PIECE = 1 << 20


@dataclass(frozen=True)
class LocalFile:
    """A file of known content that whoever stores it may consume, unless it ``stays``."""

    path: Path
    sha256: str
    num_bytes: int
    stays: bool = False

    @classmethod
    def staying(cls, path: Path, file: BinaryIO) -> LocalFile:
        """Return a file of this machine that is referred to, naming its content on the way.

        Raises:
            OSError: when it cannot be read.
        """
        digest, num_bytes = hashlib.sha256(), 0
        while piece := file.read(_PIECE):
            digest.update(piece)
            num_bytes += len(piece)
        return cls(path, digest.hexdigest(), num_bytes, stays=True)


Content = bytes | LocalFile


def spool(source: BinaryIO, folder: Path) -> LocalFile:
    """Copy a stream to a new file of a folder, piece by piece, and name its content on the way.

    Raises:
        OSError: when the stream cannot be read, or the disk is full; nothing is left then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    digest, num_bytes = hashlib.sha256(), 0
    with NamedTemporaryFile(dir=folder, prefix="incoming-", delete=False) as target:
        path = Path(target.name)
        try:
            while piece := source.read(_PIECE):
                digest.update(piece)
                num_bytes += len(piece)
                target.write(piece)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    return LocalFile(path, digest.hexdigest(), num_bytes)


def size_of(content: Content) -> int:
    """Return how many bytes there are."""
    return len(content) if isinstance(content, bytes) else content.num_bytes


def open_content(content: Content) -> BinaryIO:
    """Open the bytes for reading; the stream can be sought."""
    return io.BytesIO(content) if isinstance(content, bytes) else content.path.open("rb")


def whole(content: Content) -> bytes:
    """Return all bytes, for media whose files are small."""
    return content if isinstance(content, bytes) else content.path.read_bytes()


def begins_with(content: Content, start: bytes) -> bool:
    """Tell whether the first bytes are these."""
    with open_content(content) as file:
        return file.read(len(start)) == start
