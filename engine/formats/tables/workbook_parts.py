"""The parts of an XLSX workbook: which sheets there are, and what their cells refer to.

A part is measured before it is opened, and what is kept of it while it is read.
"""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO
from xml.etree.ElementTree import Element

from engine.errors import DataError
from engine.formats.markup.safe_xml import iterate_xml
from engine.formats.reading.trees import Limits, ZipTree
from engine.formats.reading.values import MALFORMED
from engine.formats.tables.budgets import BudgetError
from engine.formats.tables.workbook_styles import Styles, read_styles

_LIMITS = Limits(max_bytes=4 * 2**30, max_entry_bytes=2 * 2**30, max_entries=10_000)
# Texts that cells share are held in memory, each with what Python adds to it.
MAX_SHARED_BYTES = 256 * 2**20
_TEXT_BYTES = 64
# Excel keeps 32,767 characters in a cell; other programs more.
_MAX_TEXT = 2**24
# Of what lists sheets and styles; those of Excel's limits are smaller.
MAX_LIST_BYTES = 32 * 2**20
_TYPES = "[Content_Types].xml"
_BOOK = "xl/workbook.xml"
_SHARED = "xl/sharedStrings.xml"
_STYLES = "xl/styles.xml"
# Sheets of other kinds hold no rows.
_ROWLESS = ("/chartsheet", "/dialogsheet", "/xlMacrosheet", "/xlIntlMacrosheet")


class WorkbookError(ValueError):
    """The file is no workbook that can be read; the message says why."""


@dataclass(frozen=True)
class Book:
    """What cells refer to: texts that they share, styles that show dates, day 0 of dates."""

    strings: list[str]
    styles: Styles
    epoch: datetime


@contextmanager
def readable() -> Iterator[None]:
    """Say of whatever goes wrong with a workbook that it is one that cannot be read."""
    try:
        yield
    except BudgetError:
        raise
    except (DataError, OSError, *MALFORMED) as error:
        reason = error.message if isinstance(error, DataError) else error
        raise WorkbookError(f"no workbook that can be read: {reason}") from error
    except (zipfile.BadZipFile, zlib.error) as error:
        raise WorkbookError(f"damaged: {error}") from error


def opened_workbook(file: BinaryIO) -> ZipTree:
    try:
        tree = ZipTree(file, _LIMITS)
    except DataError as error:
        if error.code != "archive_bomb":
            raise
        raise BudgetError(
            f"The workbook would unpack to {error.params['unpacked']} bytes, which no table that "
            "is read needs.",
            code=error.code,
            **error.params,
        ) from error
    for problem in tree.problems():
        # A part that is left out would be missed unsaid.
        if problem.code == "entry_bomb":
            raise BudgetError(
                f"'{problem.place}': {problem.message}", code="archive_bomb", **problem.params
            )
    for name in tree.names():
        if "sharedstrings" in name.lower():
            _require_size(tree, name, MAX_SHARED_BYTES)
    return tree


def _require_size(tree: ZipTree, name: str, most: int) -> None:
    if tree.size(name) > most:
        raise _texts_too_large(tree.size(name), most)


def _small_part(tree: ZipTree, name: str) -> BinaryIO:
    """Open a part that lists sheets, parts or styles.

    Raises:
        BudgetError: when it is larger than any such list.
    """
    _require_size(tree, name, MAX_LIST_BYTES)
    return tree.open(name)


def _texts_too_large(num_bytes: int, most: int) -> BudgetError:
    return BudgetError(
        f"Texts or styles of the workbook take {num_bytes} bytes; at most {most} are read.",
        code="table_too_large",
        megabytes=num_bytes >> 20,
    )


def sheets_of(tree: ZipTree) -> dict[str, str]:
    """Return where each sheet is that has rows, by its name; empty where nobody says it."""
    if _TYPES in tree.names():
        with _small_part(tree, _TYPES) as file:
            # A workbook that is damaged here is damaged elsewhere, too.
            deque(iterate_xml(file, ()), maxlen=0)
    book = _book_path(tree)
    relations = _relations(tree, book)
    found: dict[str, str] = {}
    with _small_part(tree, book) as file:
        for sheet in iterate_xml(file, {"sheet"}):
            key = next((one for name, one in sheet.attrib.items() if name.endswith(":id")), "")
            kind, path = relations.get(key, ("", ""))
            if not kind.endswith(_ROWLESS):
                found.setdefault(sheet.get("name", ""), path)
    return found


def sheet_path(tree: ZipTree, name: str) -> str:
    sheets = sheets_of(tree)
    if not sheets:
        raise WorkbookError("the workbook has no sheet")
    path = sheets[name] if name else next(iter(sheets.values()))
    if not path:
        raise WorkbookError("the workbook does not say where its sheet is")
    return path


def _book_path(tree: ZipTree) -> str:
    """Return which part lists the sheets; programs may name it as they like.

    It alone of its folder refers to others: what refers to it is a hidden file, which is no entry.
    """
    if _BOOK in tree.names():
        return _BOOK
    relations = "xl/_rels/"
    found = (name for name in tree.names() if name.startswith(relations))
    return next((f"xl/{one.removeprefix(relations).removesuffix('.rels')}" for one in found), _BOOK)


def _relations(tree: ZipTree, part: str) -> dict[str, tuple[str, str]]:
    """Return the kind and path of each part that a part refers to."""
    folder, name = posixpath.split(part)
    place = posixpath.join(folder, "_rels", f"{name}.rels")
    if place not in tree.names():
        return {}
    found = {}
    with _small_part(tree, place) as file:
        for one in iterate_xml(file, {"Relationship"}):
            target = posixpath.normpath(posixpath.join("/", folder, one.get("Target", "")))
            found[one.get("Id", "")] = (one.get("Type", ""), target.lstrip("/"))
    return found


def read_book(tree: ZipTree) -> Book:
    """Read what cells refer to."""
    book = _book_path(tree)
    places = {kind.rpartition("/")[2]: path for kind, path in _relations(tree, book).values()}
    return Book(
        _strings(tree, places.get("sharedStrings", _SHARED)),
        _styles(tree, places.get("styles", _STYLES)),
        _epoch(tree, book),
    )


def _strings(tree: ZipTree, path: str) -> list[str]:
    if path not in tree.names():
        return []
    _require_size(tree, path, MAX_SHARED_BYTES)
    strings: list[str] = []
    num_bytes = 0
    with tree.open(path) as file:
        for entry in iterate_xml(file, {"si"}, max_characters=_MAX_TEXT):
            strings.append(text_of(entry))
            num_bytes += len(strings[-1]) + _TEXT_BYTES
            if num_bytes > MAX_SHARED_BYTES:
                raise _texts_too_large(num_bytes, MAX_SHARED_BYTES)
    return strings


def text_of(element: Element) -> str:
    """Return the text of runs; phonetic hints are not part of it."""
    direct = element.findall("t") + [t for run in element.findall("r") for t in run.findall("t")]
    return "".join(part.text or "" for part in direct)


def _styles(tree: ZipTree, path: str) -> Styles:
    if path not in tree.names():
        return Styles()
    with _small_part(tree, path) as file:
        return read_styles(file)


def _epoch(tree: ZipTree, book: str) -> datetime:
    with _small_part(tree, book) as file:
        properties = next(iterate_xml(file, {"workbookPr"}), None)
    is_1904 = properties is not None and properties.get("date1904", "0") in ("1", "true")
    return datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)
