"""Trees of files that stay where they are: each file can be named as a source."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import tempfile
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol, cast
from urllib.parse import unquote, urlsplit

from backend.api.errors import ApiError
from backend.files.contracts.source import WEB_SCHEMES, FileSource, not_there
from backend.files.services.buckets import open_file as open_in_bucket
from backend.files.services.sources import addresses, buckets, folders
from engine.formats.layout import FileTree, Problem
from engine.formats.reading.paths import FreePaths, clean_path
from engine.formats.reading.trees import FolderTree

WEB_LIST = "addresses.txt"
_KEPT_BYTES = 2**30


class Unread(OSError):
    """A file that cannot be had from where it stays, with the reason's own code."""

    def __init__(self, error: ApiError) -> None:
        super().__init__(error.message)
        self.code, self.message, self.params = error.code, error.message, error.params


class SourceTree(FileTree, Protocol):
    """A tree whose files are referred to rather than copied."""

    def source_of(self, name: str) -> FileSource:
        """Return where a file of the tree stays.

        Raises:
            OSError: when it is gone.
        """
        ...

    def path_of(self, name: str) -> Path | None:
        """Return the path of a file that lies on this machine."""
        ...


@contextmanager
def open_source_tree(address: str, list_path: Path) -> Iterator[SourceTree]:
    """Open what an import in place was told to read.

    Args:
        address: of a folder (``file://``) or of a prefix in a bucket; ``web`` for web addresses.
        list_path: the file that lists the web addresses, one a line.

    Raises:
        NotAllowed: when it may not be read (any more).
    """
    if address.startswith("file://"):
        yield FolderSources(folders.path_of(address))
    elif address.startswith(buckets.SCHEME):
        yield BucketSources(address)
    else:
        with WebSources(list_path.read_text(encoding="utf-8").splitlines()) as tree:
            yield tree


class FolderSources(FolderTree):
    """A folder of this server; links are not followed out of it."""

    def __init__(self, root: Path, max_files: int | None = None) -> None:
        super().__init__(root, max_files)
        self._root = root.resolve()

    def source_of(self, name: str) -> FileSource:
        """Return where a file of the tree stays."""
        return folders.source_of(self.path_of(name))

    def path_of(self, name: str) -> Path:
        """Return the path of a file.

        Raises:
            OSError: when it has become a link that leads out of the folder.
        """
        path = self.path(name)
        if path.is_symlink():
            path = path.resolve()
            if not path.is_relative_to(self._root):
                raise OSError("it is a link that leads elsewhere now")
        return path

    def open(self, name: str) -> BinaryIO:
        """Open one file, as long as it is a file."""
        # What lies there may have been changed since it was listed: a link is not followed, and a
        # pipe is not waited for.
        descriptor = os.open(self.path_of(name), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError("it is no file any more")
        return os.fdopen(descriptor, "rb")


class BucketSources:
    """What lies below a prefix in a bucket."""

    def __init__(self, address: str) -> None:
        buckets.require_allowed(address)
        self._prefix = address.removeprefix(buckets.SCHEME).rstrip("/")
        self._system = buckets.file_system()
        self._problems: list[Problem] = []
        self._files: dict[str, tuple[str, str]] = {}
        for key, about in sorted(self._system.find(self._prefix, detail=True).items()):
            name = clean_path(key.removeprefix(self._prefix).lstrip("/") or key.rsplit("/", 1)[-1])
            if isinstance(name, Problem):
                self._problems.append(name)
            elif about["type"] == "file" and about["size"]:
                self._files[name] = (key, buckets.stamp_of(about))

    def names(self) -> Sequence[str]:
        """Return all paths, sorted."""
        return list(self._files)

    def problems(self) -> Sequence[Problem]:
        """Return what was left out."""
        return self._problems

    def open(self, name: str) -> BinaryIO:
        """Open one file."""
        return cast(BinaryIO, open_in_bucket(self._system, self._files[name][0]))

    def source_of(self, name: str) -> FileSource:
        """Return where a file stays."""
        key, stamp = self._files[name]
        return FileSource(f"{buckets.SCHEME}{key}", stamp)

    def path_of(self, name: str) -> None:
        """Return ``None``: nothing lies here."""
        del name


class WebSources:
    """Files at web addresses; the last of them are kept while they are read more than once."""

    def __init__(self, given: Sequence[str]) -> None:
        self._problems: list[Problem] = []
        self._addresses: dict[str, str] = {}
        self._kept: OrderedDict[str, int] = OrderedDict()
        self._folder = tempfile.TemporaryDirectory(prefix="easel-web-")
        paths = FreePaths()
        for address in dict.fromkeys(filter(None, map(str.strip, given))):
            name = _name_of(address)
            if isinstance(name, Problem):
                self._problems.append(name)
            else:
                self._addresses[paths.take(name)] = address

    def __enter__(self) -> WebSources:
        return self

    def __exit__(self, *error: object) -> None:
        self._kept.clear()
        self._folder.cleanup()

    def names(self) -> Sequence[str]:
        """Return all names, in the order of the list."""
        return list(self._addresses)

    def problems(self) -> Sequence[Problem]:
        """Return the addresses that are none."""
        return self._problems

    def open(self, name: str) -> BinaryIO:
        """Open one file.

        Raises:
            Unread: when it cannot be fetched; says why.
        """
        address = self._addresses[name]
        path = Path(self._folder.name) / hashlib.sha256(name.encode()).hexdigest()
        if name in self._kept:
            self._kept.move_to_end(name)
            return path.open("rb")
        try:
            fetched, _ = addresses.fetch(address)
        except ApiError as error:
            is_none = error.code == "source_missing"
            raise Unread(not_there(address) if is_none else error) from error
        with fetched, path.open("wb") as target:
            shutil.copyfileobj(fetched, target, 1 << 20)
        self._kept[name] = path.stat().st_size
        while sum(self._kept.values()) > _KEPT_BYTES and len(self._kept) > 1:
            oldest, _ = self._kept.popitem(last=False)
            (path.parent / hashlib.sha256(oldest.encode()).hexdigest()).unlink()
        return path.open("rb")

    def source_of(self, name: str) -> FileSource:
        """Return where a file stays; only its content tells whether it is the same."""
        return FileSource(self._addresses[name])

    def path_of(self, name: str) -> None:
        """Return ``None``: nothing lies here."""
        del name


def _name_of(address: str) -> str | Problem:
    """Return the path of a file by its address: the host, then its folders."""
    if not address.lower().startswith(WEB_SCHEMES):
        text = "This is no http:// or https:// address. Correct the line or remove it."
        return Problem("address_malformed", address[:200], text)
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        addresses.written_for_http(address)
    except ValueError:
        host = ""
    if not host:
        text = "This address names no server. Correct the line or remove it."
        return Problem("address_malformed", address[:200], text)
    return clean_path(f"{host}/{unquote(parts.path).lstrip('/') or 'index'}")
