"""The names of files, and the beginnings of a few: what a server needs to tell their format."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath

_HEAD_BYTES = 2**16
_PER_SUFFIX = 5
_MAX_NAMES = 20_000
_BATCH_FILES = 64
_BATCH_BYTES = 24 * 2**20
# Their beginnings say nothing of a layout.
_MEDIA = frozenset(
    [
        ".jpg",
        ".jpeg",
        ".bmp",
        ".webp",
        ".tif",
        ".tiff",
        ".gif",
        ".wav",
        ".mp3",
        ".flac",
        ".ogg",
        ".mp4",
        ".avi",
        ".mov",
        ".mkv",
        ".webm",
    ]
)

Heads = list[tuple[str, bytes]]


def files_below(root: Path) -> list[tuple[str, Path]]:
    """Return the files below a folder by their paths in it, without those that systems hide."""
    found = sorted(path for path in root.rglob("*") if path.is_file())
    named = [(path.relative_to(root).as_posix(), path) for path in found]
    return [(name, path) for name, path in named if not _is_hidden(name)]


def batches(files: Iterable[tuple[str, Path]]) -> Iterator[list[tuple[str, Path]]]:
    """Yield files in portions that one request takes."""
    batch: list[tuple[str, Path]] = []
    size = 0
    for name, path in files:
        bytes_ = path.stat().st_size
        if batch and (len(batch) == _BATCH_FILES or size + bytes_ > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append((name, path))
        size += bytes_
    if batch:
        yield batch


def beginnings(path: Path) -> tuple[list[str], Heads]:
    """Return the names in a folder, zip or file, and the beginnings of files that may tell."""
    if path.is_dir():
        files = dict(files_below(path))
        return _chosen(list(files), lambda name: _head(files[name]))
    if path.suffix.lower() == ".zip":
        with zipfile.ZipFile(path) as archive:
            names = [one.filename for one in archive.infolist() if not one.is_dir()]

            def head(name: str) -> bytes:
                with archive.open(name) as file:
                    return file.read(_HEAD_BYTES)

            return _chosen([name for name in names if not _is_hidden(name)], head)
    return _chosen([path.name], lambda name: _head(path))


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEAD_BYTES)


def _chosen(names: list[str], head: Callable[[str], bytes]) -> tuple[list[str], Heads]:
    heads: Heads = []
    numbers: dict[tuple[str, str], int] = {}
    for name in sorted(names):
        place = PurePosixPath(name)
        suffix = place.suffix.lower()
        # Files of one suffix in different folders may be images and their masks.
        key = (suffix, place.parent.name.lower())
        numbers[key] = numbers.get(key, 0) + 1
        if suffix not in _MEDIA and numbers[key] <= _PER_SUFFIX and len(heads) < 60:
            heads.append((name, head(name)))
    return names[:_MAX_NAMES], heads


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in PurePosixPath(name).parts)
