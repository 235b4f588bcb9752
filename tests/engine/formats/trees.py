"""Small trees of files, and what a format reads back from what it wrote."""

from __future__ import annotations

import dataclasses
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import pyarrow as arrow
from PIL import Image
from pyarrow.parquet import write_table

from engine.formats.layout import FileTree, Item, Problem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import MemoryTree, ZipTree, open_tree
from engine.specs.data import DatasetFormat
from tests.engine.formats.packing import write_zip
from tests.shared import shared_data


def tree(files: Mapping[str, bytes | str]) -> MemoryTree:
    """Return a tree of files given as text or bytes."""
    return MemoryTree(
        {name: value.encode() if isinstance(value, str) else value for name, value in files.items()}
    )


def zipped(files: Iterable[tuple[str, bytes]]) -> io.BytesIO:
    """Return a zip of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    out.seek(0)
    return out


def image(width: int = 8, height: int = 6, suffix: str = "PNG") -> bytes:
    """Return a small image."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), (width % 256, height % 256, 90)).save(out, suffix)
    return out.getvalue()


def parquet(**columns: list[object]) -> bytes:
    """Return a Parquet file of columns."""
    out = io.BytesIO()
    write_table(arrow.table(columns), out)
    return out.getvalue()


def read(
    key: DatasetFormat, files: FileTree, *, multi_label: bool = False
) -> tuple[list[Item], list[Problem]]:
    """Return all items and all problems of a tree.

    That VOC counts from 1 is said of each ordinary dataset: ``test_voc_numbering`` tests it.
    """
    found = list(read_tree(key, files, multi_label=multi_label))
    problems = [one for one in found if isinstance(one, Problem)]
    return (
        [one for one in found if isinstance(one, Item)],
        [one for one in problems if one.code != "voc_one_based"],
    )


def codes(problems: Iterable[Problem]) -> list[str]:
    """Return the codes of problems."""
    return [problem.code for problem in problems]


def round_trip(
    key: DatasetFormat, items: list[Item], files: FileTree, *, multi_label: bool = False
) -> tuple[list[Item], list[Problem]]:
    """Write items and read them again; returns what came back and the losses of writing."""
    out = io.BytesIO()
    lost = write_zip(key, items, files, out)
    out.seek(0)
    back, problems = read(key, ZipTree(out), multi_label=multi_label)
    assert problems == []
    return back, lost


def essence(item: Item) -> Item:
    """Return an item without what a round trip may change: where it lies and what it is called."""
    return dataclasses.replace(
        item, place="", name="", file=None, frames=tuple("" for _ in item.frames), size=None
    )


@contextmanager
def real(path: str) -> Iterator[FileTree]:
    """Open real data, or skip the test where it is absent."""
    folder, _, file = path.partition("/")
    with open_tree(shared_data(folder) / file) as files:
        yield files
