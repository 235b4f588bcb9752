"""Folders that appear whole or not at all."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.disk import writing_to
from engine.specs.package.manifest import FileSpec


def list_files(folder: Path, *, but: str) -> tuple[FileSpec, ...]:
    """Return path, SHA-256 and size of all files below a folder, sorted, without the file ``but``.

    Paths are relative, with forward slashes.
    """
    specs = []
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        if name != but:
            with path.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            specs.append(FileSpec(path=name, sha256=sha256, bytes=path.stat().st_size))
    return tuple(specs)


@contextmanager
def replacing(place: Path) -> Iterator[Path]:
    """Give a folder's name to write to; what is there at the end replaces the one at ``place``.

    When the block fails, nothing of it stays and ``place`` is as it was.

    Raises:
        ResourceError: when the disk is full.
    """
    partial = place.with_name(f"{place.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        yield partial
        _replace(partial, place)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


def _replace(new: Path, place: Path) -> None:
    """Move a finished folder to its place, after its content has reached the disk.

    An older folder there is removed. Between the two renames there is none, never a half one.

    Raises:
        ResourceError: when the disk is full.
    """
    old = place.with_name(f"{place.name}.old")
    with writing_to(place):
        for path in _files(new):
            _flush(path)
        # A file is only found after a power cut if its folder reached the disk, too.
        for path in (*(path for path in new.rglob("*") if path.is_dir()), new):
            _flush(path)
        shutil.rmtree(old, ignore_errors=True)
        if place.exists():
            place.rename(old)
        new.rename(place)
        _flush(place.parent)
    shutil.rmtree(old, ignore_errors=True)


def _files(folder: Path) -> Iterator[Path]:
    return iter(sorted(path for path in folder.rglob("*") if path.is_file()))


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
