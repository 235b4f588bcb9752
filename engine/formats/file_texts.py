"""Lists of files with a text each: tables, JSON lines, or lines of name and text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.formats.encodings import is_damaged, lines_of, open_text, unreadable
from engine.formats.findings import (
    columns_missing,
    columns_unread,
    line_too_long,
    row_damaged,
    row_short,
)
from engine.formats.layout import FileTree, Problem
from engine.formats.split_words import SplitWord, split_word
from engine.formats.tables import find_column, read_rows
from engine.formats.text_table import SPLIT_COLUMNS
from engine.formats.values import MALFORMED, parse_json

FILE_COLUMNS = (
    "file",
    "audio",
    "image",
    "path",
    "filename",
    "file_name",
    "audio_path",
    "audio_filepath",
    "image_path",
    "wav",
    "文件",
)
_TABLES = frozenset((".csv", ".tsv", ".xlsx", ".parquet"))
_OBJECTS = frozenset((".jsonl", ".ndjson"))
_MAX_LINE = 1 << 24


@dataclass(frozen=True)
class FileText:
    """What one line says: ``file`` as written, a text, and the split by its word."""

    place: str
    file: str
    text: str
    split: SplitWord


def list_files(tree: FileTree) -> list[str]:
    """Return the files of a tree that may be such lists."""
    return [name for name in tree.names() if _kind(name) is not None]


def read_list(
    tree: FileTree, name: str, text_columns: Sequence[str]
) -> Iterator[FileText | Problem]:
    """Yield the lines of a list.

    Args:
        tree: where it lies.
        name: its path.
        text_columns: what the column or field of the text may be called.
    """
    reader = _kind(name)
    assert reader is not None, f"{name} is no list"
    yield from reader(tree, name, text_columns)


_Reader = Callable[[FileTree, str, Sequence[str]], Iterator[FileText | Problem]]


def _kind(name: str) -> _Reader | None:
    path = PurePosixPath(name)
    suffix = path.suffix.lower()
    if suffix in _TABLES:
        return _read_table
    if suffix in _OBJECTS:
        return _read_objects
    return _read_lines if suffix == ".txt" or path.name == "text" else None


def _read_table(
    tree: FileTree, name: str, text_columns: Sequence[str]
) -> Iterator[FileText | Problem]:
    columns: tuple[int, int, int | None] | None = None
    num_needed = 0
    for row in read_rows(tree, name):
        if isinstance(row, Problem):
            yield row
            continue
        cells = row.cells
        if columns is None:
            at, text_at = find_column(cells, *FILE_COLUMNS), find_column(cells, *text_columns)
            if at is not None and text_at is not None:
                columns = (at, text_at, find_column(cells, *SPLIT_COLUMNS))
                yield from columns_unread(name, cells, columns)
                num_needed = max(at, text_at) + 1
                continue
            if at is not None or text_at is not None or len(cells) < 2:
                yield columns_missing(name, f"{FILE_COLUMNS[0]}, {text_columns[0]}", cells)
                return
            columns, num_needed = (0, 1, None), len(cells)
        place = f"{name}:{row.number}"
        if len(cells) < num_needed:
            yield row_short(place, len(cells), num_needed)
            continue
        has_split = columns[2] is not None and columns[2] < len(cells)
        word = cells[columns[2] or 0] if has_split else ""
        file, text = cells[columns[0]].strip(), cells[columns[1]]
        yield FileText(place, file, text, split_word(word, name))


def _read_objects(
    tree: FileTree, name: str, text_columns: Sequence[str]
) -> Iterator[FileText | Problem]:
    for number, line in _lines(tree, name):
        if isinstance(line, Problem):
            yield line
            continue
        place = f"{name}:{number}"
        try:
            value = parse_json(line)
            file = next(value[key] for key in FILE_COLUMNS if isinstance(value.get(key), str))
            text = next(value[key] for key in text_columns if isinstance(value.get(key), str))
        except (*MALFORMED, StopIteration):
            wanted = f'{{"{FILE_COLUMNS[0]}": "…", "{text_columns[0]}": "…"}}'
            message = f"The line is no object such as {wanted} and is left out."
            yield Problem("json_line_malformed", place, message, {"reason": wanted})
            continue
        yield FileText(place, file, text, split_word(str(value.get("split", "")), name))


def _read_lines(
    tree: FileTree, name: str, text_columns: Sequence[str]
) -> Iterator[FileText | Problem]:
    """Read Kaldi's ``text`` and its like: a name, a space or tab, and the text."""
    for number, line in _lines(tree, name):
        if isinstance(line, Problem):
            yield line
            continue
        file, _, text = line.strip().partition("\t" if "\t" in line else " ")
        yield FileText(f"{name}:{number}", file, text.strip(), split_word("", name))


def _lines(tree: FileTree, name: str) -> Iterator[tuple[int, str | Problem]]:
    """Yield the lines that are not empty, with their numbers."""
    try:
        stream, problems = open_text(tree, name)
    except OSError as error:
        yield 0, unreadable(name, error)
        return
    yield from ((0, problem) for problem in problems)
    with stream:
        for number, line in lines_of(stream, _MAX_LINE):
            if line is None:
                yield number, line_too_long(f"{name}:{number}", _MAX_LINE)
            elif is_damaged(line):
                yield number, row_damaged(f"{name}:{number}")
            elif line.strip():
                yield number, line
