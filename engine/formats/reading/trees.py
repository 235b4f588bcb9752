"""Trees of files: a folder, a zip that nobody has to trust, one file, or bytes in memory."""

from __future__ import annotations

import io
import lzma
import os
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, cast

from engine.errors import DataError
from engine.formats.layout import FileTree, Problem
from engine.formats.reading.paths import clean_path, decode_zip_name, shown

if TYPE_CHECKING:
    from typing_extensions import Buffer

_LEFT_BY_SYSTEMS = {"thumbs.db", "desktop.ini", "__macosx"}
_NESTED = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".bz2", ".xz")
# Below this size no ratio is suspicious: an empty table packs very well.
_SMALL = 8 * 2**20
# What zipfile raises for damaged archives; ValueError where a damaged number is sought.
REFUSED_ENTRIES = frozenset(
    {
        "path_unsafe",
        "path_length",
        "entry_encrypted",
        "archive_nested",
        "entry_repeated",
        "entry_bomb",
    }
)
"""Problems of files that are left out before any format sees them."""
REFUSED_TABLES = frozenset(
    {
        "archive_bomb",
        "archive_damaged",
        "file_unreadable",
        "table_damaged",
        "table_too_large",
        "table_too_many_cells",
        "table_too_many_characters",
        "table_too_wide",
    }
)
"""Problems of files with many samples that are left out, from where they cannot be read."""
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    RuntimeError,
    NotImplementedError,
    ValueError,
    OverflowError,
)


@dataclass(frozen=True)
class Limits:
    """What a zip may unpack to; sizes in bytes."""

    max_bytes: int = 64 * 2**30
    max_entry_bytes: int = 8 * 2**30
    max_entries: int = 2_000_000
    max_ratio: int = 200


class MemoryTree:
    """Files held in memory, by path."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = dict(files)

    def names(self) -> Sequence[str]:
        """Return all paths, sorted."""
        return sorted(self._files)

    def problems(self) -> Sequence[Problem]:
        """Return nothing: every file is usable."""
        return ()

    def open(self, name: str) -> BinaryIO:
        """Open one file."""
        return io.BytesIO(self._files[name])


class Without:
    """A tree without some of its files."""

    def __init__(self, tree: FileTree, left_out: Collection[str]) -> None:
        hidden = frozenset(left_out)
        self._names = [name for name in tree.names() if name not in hidden]
        self.problems, self.open = tree.problems, tree.open

    def names(self) -> Sequence[str]:
        """Return the paths of the others, sorted."""
        return self._names


class FileOnly:
    """One single file, by its name."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def names(self) -> Sequence[str]:
        """Return the file's name."""
        return (unicodedata.normalize("NFC", self._path.name),)

    def problems(self) -> Sequence[Problem]:
        """Return nothing."""
        return ()

    def open(self, name: str) -> BinaryIO:
        """Open the file."""
        if name not in self.names():
            raise KeyError(name)
        return self._path.open("rb")


class FolderTree:
    """A folder and everything below it; links that lead out of it are not followed."""

    def __init__(self, root: Path, max_files: int | None = None) -> None:
        """Find the files, the first ``max_files`` of them where not all are wanted."""
        self._problems: list[Problem] = []
        self._files = dict(sorted(islice(self._find(root.resolve()), max_files)))
        self._problems.sort(key=lambda problem: problem.place)

    def names(self) -> Sequence[str]:
        """Return all paths, sorted."""
        return list(self._files)

    def problems(self) -> Sequence[Problem]:
        """Return what was left out."""
        return self._problems

    def open(self, name: str) -> BinaryIO:
        """Open one file."""
        return self._files[name].open("rb")

    def path(self, name: str) -> Path:
        """Return where a file lies."""
        return self._files[name]

    def _find(self, root: Path) -> Iterator[tuple[str, Path]]:
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            with os.scandir(root / folder) as entries:
                for entry in entries:
                    if _is_leftover_name(entry.name):
                        continue
                    relative = f"{folder}{entry.name}"
                    if not entry.is_symlink() and entry.is_dir():
                        waiting.append(f"{relative}/")
                    else:
                        yield from self._file(root, relative, entry)

    def _file(
        self, root: Path, relative: str, entry: os.DirEntry[str]
    ) -> Iterator[tuple[str, Path]]:
        cleaned = clean_path(relative)
        if isinstance(cleaned, Problem):
            self._problems.append(cleaned)
        elif entry.is_symlink() and not self._stays_inside(root, entry):
            self._problems.append(_link(shown(relative)))
        elif entry.is_file():
            yield cleaned, Path(entry.path)

    def _stays_inside(self, root: Path, entry: os.DirEntry[str]) -> bool:
        """Tell a link to a file of this folder; one to a folder could lead in circles."""
        return not entry.is_dir() and Path(entry.path).resolve().is_relative_to(root)


class ZipTree:
    """A zip from outside: names decoded and checked, bombs and locked entries refused."""

    def __init__(self, file: Path | BinaryIO, limits: Limits | None = None) -> None:
        """Read the directory of the zip; nothing is unpacked before it is opened.

        Raises:
            DataError: ``archive_damaged`` or ``archive_bomb``.
        """
        self._limits = limits or Limits()
        try:
            self._zip = zipfile.ZipFile(file)
        except (*_DAMAGE, OSError) as error:
            raise DataError(
                f"The archive is damaged or no zip ({error}). Make it again and send it.",
                code="archive_damaged",
            ) from error
        self._problems: list[Problem] = []
        self._entries: dict[str, zipfile.ZipInfo] = {}
        infos = self._zip.infolist()
        self._refuse_bomb(infos)
        for info in infos:
            self._add(info)
        self._entries = dict(sorted(self._entries.items()))

    def names(self) -> Sequence[str]:
        """Return the decoded paths, sorted."""
        return list(self._entries)

    def problems(self) -> Sequence[Problem]:
        """Return the entries that were left out."""
        return self._problems

    def open(self, name: str) -> BinaryIO:
        """Open one entry; it is unpacked while it is read."""
        try:
            stream = self._zip.open(self._entries[name])
        except _DAMAGE as error:
            raise OSError(f"damaged inside the zip: {error}") from error
        return cast(BinaryIO, io.BufferedReader(_EntryStream(cast(BinaryIO, stream)), 1 << 16))

    def size(self, name: str) -> int:
        """Return how many bytes an entry unpacks to, 0 where there is none."""
        info = self._entries.get(name)
        return 0 if info is None else info.file_size

    def close(self) -> None:
        """Close the zip."""
        self._zip.close()

    def _refuse_bomb(self, infos: list[zipfile.ZipInfo]) -> None:
        unpacked = sum(info.file_size for info in infos)
        packed = sum(info.compress_size for info in infos) + 1
        limits = self._limits
        too_dense = unpacked > _SMALL and unpacked > limits.max_ratio * packed
        if unpacked > limits.max_bytes or too_dense or len(infos) > limits.max_entries:
            raise DataError(
                f"The archive holds {len(infos)} files and would unpack from {packed} to "
                f"{unpacked} bytes. At most {limits.max_entries} files, {limits.max_bytes} bytes, "
                f"and {limits.max_ratio} times its size are accepted. Send it in parts.",
                code="archive_bomb",
                unpacked=unpacked,
                maximum=limits.max_bytes,
            )

    def _add(self, info: zipfile.ZipInfo) -> None:
        name = decode_zip_name(info.filename, is_utf8=bool(info.flag_bits & 0x800))
        if info.is_dir() or _is_leftover(name.replace("\\", "/")):
            return
        cleaned = clean_path(name)
        if isinstance(cleaned, Problem):
            self._problems.append(cleaned)
            return
        problem = self._refusal(info, cleaned)
        if problem is None:
            self._entries[cleaned] = info
        else:
            self._problems.append(problem)

    def _refusal(self, info: zipfile.ZipInfo, name: str) -> Problem | None:
        """Return why an entry is not read, ``None`` when it is."""
        size, packed = info.file_size, max(1, info.compress_size)
        if info.flag_bits & 0x1:
            text = "The file is encrypted. Make the zip without a password."
            return Problem("entry_encrypted", name, text)
        if name.lower().endswith(_NESTED):
            text = "Archives inside archives are not read. Send them one by one."
            return Problem("archive_nested", name, text)
        if stat.S_ISLNK(info.external_attr >> 16):
            return _link(name)
        if name in self._entries:
            text = "The zip holds this path twice; the first file is kept."
            return Problem("entry_repeated", name, text)
        too_dense = size > _SMALL and size > self._limits.max_ratio * packed
        if size > self._limits.max_entry_bytes or too_dense:
            return Problem(
                "entry_bomb",
                name,
                f"The file would unpack from {packed} to {size} bytes, which no sample needs. "
                "Leave it out.",
                {"packed": packed, "unpacked": size},
            )
        return None


class _EntryStream(io.RawIOBase):
    """An entry of a zip whose damage shows as ``OSError`` wherever it is met."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer).cast("B")
        try:
            piece = self._stream.read(len(view))
        except _DAMAGE as error:
            raise OSError(f"damaged inside the zip: {error}") from error
        view[: len(piece)] = piece
        return len(piece)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        try:
            return self._stream.seek(offset, whence)
        except _DAMAGE as error:
            raise OSError(f"damaged inside the zip: {error}") from error

    def tell(self) -> int:
        return self._stream.tell()

    def close(self) -> None:
        self._stream.close()
        super().close()


@contextmanager
def open_tree(path: Path, limits: Limits | None = None) -> Iterator[FileTree]:
    """Open a folder, a ``.zip`` or one file.

    Raises:
        DataError: ``folder_missing`` when there is nothing at ``path``; ``archive_damaged`` and
            ``archive_bomb`` of a zip.
    """
    if path.is_dir():
        yield FolderTree(path)
    elif not path.is_file():
        raise DataError(
            f"There is no folder or file '{path}'. Name the folder, zip or file with the data.",
            code="folder_missing",
            path=str(path),
        )
    elif path.suffix.lower() == ".zip":
        archive = ZipTree(path, limits)
        try:
            yield archive
        finally:
            archive.close()
    else:
        yield FileOnly(path)


def _is_leftover(path: str) -> bool:
    """Tell files that systems and tools leave, hidden ones among them; nobody means these."""
    parts = [part for part in PurePosixPath(path).parts if part not in (".", "..")]
    return any(map(_is_leftover_name, parts))


def _is_leftover_name(name: str) -> bool:
    return name.startswith(".") or name.lower() in _LEFT_BY_SYSTEMS


def _link(place: str) -> Problem:
    return Problem(
        "path_unsafe", place, "This is a link that leads elsewhere. Put the file itself there."
    )
