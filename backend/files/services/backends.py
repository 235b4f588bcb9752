"""The content-addressed store: a local folder, or a prefix in any S3 bucket.

A file lies at ``blobs/ab/cd/<sha256>``, so that its name proves its content and the same content
is stored once. A file appears whole or not at all: it is written beside its place and moved there.

A folder also outlasts a power failure: a file is flushed to the disk before its row is committed,
files that come as a batch with one flush of their file system, which costs a fraction of a flush
for each. What can be made again (``lasting=False``) is left to the system.
"""

from __future__ import annotations

import ctypes
import errno
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Protocol
from urllib.parse import urlsplit

from django.conf import settings

from backend.api.errors import Unavailable
from backend.files.contracts.damage import missing
from backend.files.services.buckets import BucketStore, bucket_client

logger = logging.getLogger(__name__)

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class Store(Protocol):
    """Where files are kept, by key."""

    @property
    def root(self) -> str:
        """The folder or address that keys are relative to."""

    def put(self, key: str, content: bytes, *, lasting: bool = True) -> None:
        """Store content whole; storing a key again changes nothing."""

    def put_many(self, contents: Mapping[str, bytes]) -> None:
        """Store several contents, each whole."""

    def put_file(self, key: str, path: Path) -> None:
        """Store a local file whole; the file is consumed."""

    def open(self, key: str) -> IO[bytes]:
        """Open for reading, seekable."""

    def exists(self, key: str) -> bool:
        """Tell whether there is such a file."""

    def delete(self, key: str) -> None:
        """Delete; deleting what is not there is no error."""

    def local_path(self, key: str) -> Path | None:
        """Return the file's path when it lies on this machine."""


@dataclass(frozen=True)
class FolderStore:
    """A folder on this machine."""

    folder: Path

    @property
    def root(self) -> str:
        """The folder."""
        return str(self.folder)

    def put(self, key: str, content: bytes, *, lasting: bool = True) -> None:
        """Store content whole.

        Raises:
            Unavailable: ``disk_full``; nothing is left behind.
        """
        path = self.folder / key
        if _has_size(path, len(content)):
            return
        with naming_full_disk(), _temporary(path) as temporary:
            temporary.write_bytes(content)
            if lasting:
                _flush(temporary)
        if lasting:
            # Without this the power may take the name of a file whose content is on the disk.
            _flush(path.parent)

    def put_many(self, contents: Mapping[str, bytes]) -> None:
        """Store several contents, each whole.

        Raises:
            Unavailable: ``disk_full``; some of them may be there then.
        """
        if not contents:
            return
        for key, content in contents.items():
            self.put(key, content, lasting=False)
        with naming_full_disk():
            flush_file_system(self.folder)

    def put_file(self, key: str, path: Path) -> None:
        """Store a local file whole, moving it when it lies on the same disk.

        Raises:
            Unavailable: ``disk_full``; nothing is left behind.
        """
        target = self.folder / key
        if _has_size(target, path.stat().st_size):
            path.unlink()
            return
        with naming_full_disk(), _temporary(target) as temporary:
            shutil.move(path, temporary)
            _flush(temporary)
        _flush(target.parent)

    def open(self, key: str) -> IO[bytes]:
        """Open for reading.

        Raises:
            NotFound: when there is no such file.
        """
        path = self.folder / key
        try:
            if path.is_symlink():
                # It leads to a file that is referred to; see ``backend.files.services.local``.
                raise missing()
            return path.open("rb")
        except FileNotFoundError as error:
            raise missing() from error

    def exists(self, key: str) -> bool:
        """Tell whether there is such a file."""
        return (self.folder / key).is_file()

    def delete(self, key: str) -> None:
        """Delete."""
        (self.folder / key).unlink(missing_ok=True)

    def local_path(self, key: str) -> Path | None:
        """Return the path."""
        return self.folder / key


def kept_store() -> Store:
    """Return the store without what is known of its files, for whoever finds that out."""
    environment = settings.ENVIRONMENT
    return _store(environment.files_url, environment.files_endpoint)


def store_responds() -> bool:
    """Tell, within seconds, whether the store can be asked for a file."""
    environment = settings.ENVIRONMENT
    asked = _store(environment.files_url, environment.files_endpoint, is_for_health=True)
    try:
        # No file has this key.
        asked.exists("health")
    except (OSError, Unavailable) as error:
        logger.warning("store does not answer", extra={"reason": str(error.__cause__ or error)})
        return False
    return True


@cache
def _store(url: str, endpoint: str, *, is_for_health: bool = False) -> Store:
    """Return the store at an address; one for health gives up soon.

    Raises:
        ValueError: when the scheme is neither ``file`` nor ``s3``.
    """
    parts = urlsplit(url)
    if parts.scheme == "file":
        return FolderStore(folder=Path(parts.path))
    if parts.scheme == "s3":
        file_system = bucket_client(endpoint, is_for_health=is_for_health)
        return BucketStore(
            prefix=f"{parts.netloc}{parts.path}".rstrip("/"), file_system=file_system
        )
    raise ValueError(
        f"EASEL_FILES_URL has the scheme '{parts.scheme}'. "
        "Expected file:///folder or s3://bucket/prefix."
    )


@contextmanager
def naming_full_disk() -> Iterator[None]:
    """Tell the person who uploads that the disk is full, rather than that something broke.

    Raises:
        Unavailable: ``disk_full``.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise Unavailable(
            "There is no room left on the disk of this installation. What was accepted before is "
            "safe. Free some room, or ask the administrator, then send the rest again.",
            code="disk_full",
        ) from error


@contextmanager
def _temporary(path: Path) -> Iterator[Path]:
    """Give a name beside ``path`` that takes its place at the end, or vanishes on an error."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, so that the last step is a rename and not a copy.
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    os.close(descriptor)
    temporary = Path(name)
    try:
        yield temporary
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _has_size(path: Path, num_bytes: int) -> bool:
    """Tell whether a file is there; one that lost its end with the power is written again."""
    try:
        return path.lstat().st_size == num_bytes and not path.is_symlink()
    except FileNotFoundError:
        return False


def _flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def flush_file_system(folder: Path) -> None:
    """Bring everything that was written to the folder's file system to the disk, at once."""
    if sys.platform != "linux":
        os.sync()
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.syncfs(descriptor) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
    finally:
        os.close(descriptor)
