"""Lists of files with a text each: tables, JSON lines, or lines of name and text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath

from engine.formats.findings import line_too_long, row_damaged
from engine.formats.given_columns import GivenColumns, RoleRule, RoleRules
from engine.formats.layout import FileTree, Problem
from engine.formats.reading.encoding_guess import is_damaged
from engine.formats.reading.encodings import lines_of, open_text, unreadable
from engine.formats.reading.values import MALFORMED, parse_json
from engine.formats.splitting.split_words import SplitWord, split_word
from engine.formats.tables.column_names import SPLIT_COLUMNS
from engine.formats.tables.mapped_rows import mapped_rows
from engine.specs.samples.column_mapping import ColumnRole

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
_MANIFEST = ".json"
_OBJECTS = frozenset((".jsonl", ".ndjson", _MANIFEST))
_MAX_LINE = 1 << 24
_BARRED = re.compile(r"[^\s|,;]+\s*\|[^|]*(\|[^|]*)?$")
_FLICKR_HEADER, _NUM_LOOKED_AT = "image_name", 5


@dataclass(frozen=True)
class FileText:
    """What one line says: ``file`` as written, a text, and the split by its word."""

    place: str
    file: str
    text: str
    split: SplitWord


def list_files(tree: FileTree) -> list[str]:
    """Return the files of a tree that may be such lists."""
    return [
        name
        for name in tree.names()
        if _kind(name) is not None
        and (not name.lower().endswith(_MANIFEST) or _names_file(tree, name))
    ]


def rules_for(text_columns: Sequence[str]) -> RoleRules:
    """Return what columns or fields of such lists may be called.

    Args:
        text_columns: what that of the text may be called.
    """
    return {
        "file": RoleRule(FILE_COLUMNS, is_needed=True),
        "text": RoleRule(text_columns, is_needed=True),
        "split": RoleRule(SPLIT_COLUMNS),
    }


def read_list(
    tree: FileTree, name: str, rules: RoleRules, given: GivenColumns
) -> Iterator[FileText | Problem]:
    """Yield the lines of a list.

    Args:
        tree: where it lies.
        name: its path.
        rules: see ``rules_for``.
        given: what somebody says of its columns.
    """
    reader = _kind(name)
    assert reader is not None, f"{name} is no list"
    if not given.mapping.roles and _is_barred(tree, name):
        reader = _read_barred
    yield from reader(tree, name, rules, given)


_Reader = Callable[[FileTree, str, RoleRules, GivenColumns], Iterator[FileText | Problem]]


def _kind(name: str) -> _Reader | None:
    path = PurePosixPath(name)
    suffix = path.suffix.lower()
    if suffix in _TABLES:
        return _read_table
    if suffix in _OBJECTS:
        return _read_objects
    return _read_lines if suffix == ".txt" or path.name == "text" else None


def _read_table(
    tree: FileTree, name: str, rules: RoleRules, given: GivenColumns
) -> Iterator[FileText | Problem]:
    for row in mapped_rows(tree, name, rules, given):
        if isinstance(row, Problem):
            yield row
            continue
        word = split_word(row.values.get("split", ""), name)
        yield FileText(row.place, row.values["file"].strip(), row.values["text"], word)


def _read_objects(
    tree: FileTree, name: str, rules: RoleRules, given: GivenColumns
) -> Iterator[FileText | Problem]:
    for number, line in _lines(tree, name):
        if isinstance(line, Problem):
            yield line
            continue
        place = f"{name}:{number}"
        try:
            value = parse_json(line)
            file = _field(value, "file", rules, given)
            text = _field(value, "text", rules, given)
        except MALFORMED:
            wanted = f'{{"{FILE_COLUMNS[0]}": "…", "{rules["text"].names[0]}": "…"}}'
            message = f"The line is no object such as {wanted} and is left out."
            yield Problem("json_line_malformed", place, message, {"reason": wanted})
            continue
        yield FileText(place, file, text, split_word(str(value.get("split", "")), name))


def _field(
    value: dict[str, object], role: ColumnRole, rules: RoleRules, given: GivenColumns
) -> str:
    """Return the field of a role.

    Raises:
        LookupError: when the object has none that is a text.
    """
    chosen = given.mapping.column_of(role)
    for key in rules[role].names if chosen is None else (chosen,):
        found = value.get(key)
        if isinstance(found, str):
            return found
    raise LookupError(role)


def _read_lines(
    tree: FileTree, name: str, rules: RoleRules, given: GivenColumns
) -> Iterator[FileText | Problem]:
    """Read Kaldi's ``text`` and its like: a name, a space or tab, and the text."""
    del rules, given
    for number, line in _lines(tree, name):
        if isinstance(line, Problem):
            yield line
            continue
        file, _, text = line.strip().partition("\t" if "\t" in line else " ")
        yield FileText(f"{name}:{number}", file, text.strip(), split_word("", name))


def _names_file(tree: FileTree, name: str) -> bool:
    """Tell lines of objects, as NeMo calls .json, by the first, from one large document."""
    first = next((line for _, line in _lines(tree, name) if isinstance(line, str)), "")
    try:
        value = parse_json(first)
    except MALFORMED:
        return False
    return isinstance(value, dict) and any(isinstance(value.get(one), str) for one in FILE_COLUMNS)


def _is_barred(tree: FileTree, name: str) -> bool:
    """Tell lines of a file, a bar and a text from tables whose header says what is what."""
    if PurePosixPath(name).suffix.lower() not in (".csv", ".txt"):
        return False
    found = [line for _, line in islice(_lines(tree, name), _NUM_LOOKED_AT)]
    lines = [line for line in found if isinstance(line, str)]
    cells = [one.strip().lower() for one in lines[0].split("|")] if lines else []
    is_named = any(cell in FILE_COLUMNS for cell in cells)
    return bool(lines) and not is_named and all(_BARRED.match(line) for line in lines)


def _read_barred(
    tree: FileTree, name: str, rules: RoleRules, given: GivenColumns
) -> Iterator[FileText | Problem]:
    """Read LJSpeech's ``id|text|text as spoken`` and Flickr30k's ``a.jpg| 0| caption``."""
    del rules, given
    for number, line in _lines(tree, name):
        if isinstance(line, Problem):
            yield line
            continue
        file, *texts = (cell.strip() for cell in line.strip().split("|", 2))
        if file.lower() == _FLICKR_HEADER:
            continue
        text = texts[-1] if texts else ""
        yield FileText(f"{name}:{number}", file, text, split_word("", name))


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
