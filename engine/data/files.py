"""Where the content of samples is: files of a folder, entries of a zip, rows of a table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from engine.errors import DataError
from engine.formats.layout import Item
from engine.formats.reading.trees import open_tree
from engine.formats.reading.videos import pack_frames
from engine.specs.data import SampleRecord

SampleSource = Path | bytes
"""A file, or the bytes of one; ``easel.runtime.Model.predict`` takes both."""


class SampleFiles(Protocol):
    """Gives the content of samples; may be used from several threads."""

    def source(self, record: SampleRecord) -> SampleSource:
        """Return a sample's file where it is one, else its content."""
        ...

    def read(self, record: SampleRecord) -> bytes:
        """Return a sample's content.

        Raises:
            DataError: ``file_unreadable`` when it cannot be read.
        """
        ...


class FolderFiles:
    """Samples that are files of one folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def source(self, record: SampleRecord) -> SampleSource:
        """Return the path of a sample's file."""
        return self._root / record.file

    def read(self, record: SampleRecord) -> bytes:
        """Return the content of a sample's file.

        Raises:
            DataError: ``file_unreadable``.
        """
        try:
            return (self._root / record.file).read_bytes()
        except OSError as error:
            raise unreadable(record, error) from error


class TreeFiles:
    """Samples of a folder, zip or file that one of ``engine.formats`` has read.

    Args:
        root: the folder, zip or file.
        made: samples that are no file themselves, by ``record.file``: rows, and videos of images.
    """

    def __init__(self, root: Path, made: Mapping[str, Item]) -> None:
        # Held as long as this object is: a zip stays open.
        self._open = ExitStack()
        self._tree = self._open.enter_context(open_tree(root))
        self._root = root
        self._made = made

    def source(self, record: SampleRecord) -> SampleSource:
        """Return the path of a sample where it is a file of the folder, else its content."""
        path = self._root / record.file
        if record.file not in self._made and self._root.is_dir() and path.is_file():
            return path
        return self.read(record)

    def read(self, record: SampleRecord) -> bytes:
        """Return a sample's content.

        Raises:
            DataError: ``file_unreadable``.
        """
        item = self._made.get(record.file)
        if item is not None and item.content is not None:
            return item.content
        try:
            with (
                self._tree.open(record.file)
                if item is None
                else pack_frames(item, self._tree) as file
            ):
                return file.read()
        except (OSError, KeyError) as error:
            raise unreadable(record, error) from error


def unreadable(record: SampleRecord, error: Exception) -> DataError:
    """Return the error of a file that cannot be read."""
    return DataError(
        f"The file of sample '{record.name}' cannot be read ({error}). Restore it or remove the "
        "sample.",
        code="file_unreadable",
        sample=record.name,
    )
