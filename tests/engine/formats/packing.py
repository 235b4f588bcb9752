"""Put what a format writes where it belongs: into a folder or a zip."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Protocol

from engine.formats.layout import Copy, FileTree, Item, Piece, Problem
from engine.formats.loading import load_writer
from engine.formats.writing.packing import open_sample
from engine.specs.data import DatasetFormat

_CHUNK = 1 << 20


class _Target(Protocol):
    """Somewhere that files can be created one after the other."""

    def create(self, path: str) -> BinaryIO: ...


def write_folder(
    key: DatasetFormat, items: Iterable[Item], tree: FileTree, folder: Path
) -> list[Problem]:
    """Write items in a format below ``folder`` and return what it could not hold."""
    return _write(key, items, tree, _Folder(folder))


def write_zip(
    key: DatasetFormat, items: Iterable[Item], tree: FileTree, file: BinaryIO
) -> list[Problem]:
    """Write items in a format as a zip and return what it could not hold.

    Media are packed already, so samples are stored and only annotations are deflated.
    """
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        return _write(key, items, tree, _Zip(archive))


def _write(
    key: DatasetFormat, items: Iterable[Item], tree: FileTree, target: _Target
) -> list[Problem]:
    problems: list[Problem] = []
    current: str | None = None
    with ExitStack() as opened:
        for written in load_writer(key).write(items, tree):
            if isinstance(written, Problem):
                problems.append(written)
                continue
            if isinstance(written, Copy) or written.path != current:
                opened.close()
                file = opened.enter_context(target.create(written.path))
                current = written.path
            if isinstance(written, Piece):
                file.write(written.content)
            else:
                with open_sample(written.item, tree) as source:
                    shutil.copyfileobj(source, file, _CHUNK)
    return problems


class _Folder:
    def __init__(self, root: Path) -> None:
        self._root = root

    def create(self, path: str) -> BinaryIO:
        place = self._root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        return place.open("wb")


class _Zip:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def create(self, path: str) -> BinaryIO:
        entry = zipfile.ZipInfo(path)
        if path.endswith((".txt", ".csv", ".tsv", ".json", ".jsonl", ".xml", ".yaml", ".conll")):
            entry.compress_type = zipfile.ZIP_DEFLATED
        return self._archive.open(entry, "w", force_zip64=True)  # type: ignore[return-value]
