"""Files in which one value is another than it should be: a wrong kind, none, huge, or no text.

A file is taken apart into what its format is made of (members of JSON, nodes of XML, cells, words
of a line), one of these places is given something odd, and the file is put together again.
"""

from __future__ import annotations

import copy
import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element, fromstring, tostring

from tests.engine.formats.trees import parquet
from tests.engine.formats.workbooks import workbook

ABSENT = object()
# json.dumps writes none of these itself; they are put in the place of their names.
_RAW = {
    "@deep@": "[" * 100_000 + "]" * 100_000,
    "@digits@": "9" * 5000,
    "@huge@": "1e400",
    "@half@": "\\ud800",
}
_LONG = "x" * 100_000
_NESTED: list[Any] = []
for _ in range(100):
    _NESTED = [_NESTED]
VALUES: tuple[Any, ...] = (
    ABSENT,
    None,
    True,
    False,
    -1,
    0.5,
    10**30,
    -(10**400),
    1e308,
    float("nan"),
    float("inf"),
    "",
    "?",
    "-1e999",
    "nan",
    "a\x00b",
    _LONG,
    "\u202e\U0001f600",
    [],
    [[]],
    {},
    [None, "a", 1.5, []],
    {"a": {"b": [float("nan")]}},
    _NESTED,
    *_RAW,
)
WORDS = (
    "",
    " ",
    "?",
    "-1",
    "1e400",
    "-1e999",
    "nan",
    "inf",
    "9" * 5000,
    "1e308",
    _LONG,
    "a\x00b",
    "\ufeff",
    '"',
    "a,b\tc d|e",
    "[" * 2000,
    "{}",
    "٣",
    "1_0",
    "-",
    "../../x",
    "=1+1",
)
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Place:
    """Somewhere in a file that can be given an odd value; ``path`` is empty for all of it."""

    file: str
    path: Path
    change: Callable[[Any], bytes]
    values: Sequence[Any]


def places(file: str, content: bytes) -> Iterator[Place]:
    """Yield the places of a file, by what its name says it is."""
    suffix = file.rpartition(".")[2].lower()
    if suffix in _KINDS:
        yield from _KINDS[suffix](file, content)
    elif suffix not in ("png", "jpg", "wav", "mp4"):
        yield from _words(file, content)


def _json(file: str, content: bytes) -> Iterator[Place]:
    document = json.loads(content)
    for path in _members(document):

        def change(value: Any, path: Path = path) -> bytes:
            return _dumped(_with(document, path, value))

        yield Place(file, path, change, VALUES)


def _json_lines(file: str, content: bytes) -> Iterator[Place]:
    lines = content.splitlines()
    for number, line in enumerate(lines):
        for place in _json(file, line):

            def change(value: Any, number: int = number, inner: Place = place) -> bytes:
                return b"\n".join([*lines[:number], inner.change(value), *lines[number + 1 :]])

            yield Place(file, (number, *place.path), change, VALUES)


def _members(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _members(one, (*path, key))


def _with(document: Any, path: Path, value: Any) -> Any:
    if not path:
        return None if value is ABSENT else value
    document = copy.deepcopy(document)
    parent = document
    for key in path[:-1]:
        parent = parent[key]
    if value is ABSENT:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return document


def _dumped(document: Any) -> bytes:
    text = json.dumps(document)
    for name, raw in _RAW.items():
        text = text.replace(f'"{name}"', f'"{raw}"' if name == "@half@" else raw)
    return text.encode()


def _xml(file: str, content: bytes) -> Iterator[Place]:
    root = fromstring(content)
    for path in _nodes(root):
        yield Place(file, path, partial(_changed_xml, content, path), _XML_VALUES)


def _nodes(element: Element, path: Path = ()) -> Iterator[Path]:
    yield (*path, "text")
    yield from ((*path, f"@{name}") for name in element.attrib)
    for number, child in enumerate(element):
        yield from _nodes(child, (*path, number))


def _changed_xml(content: bytes, path: Path, value: Any) -> bytes:
    root = fromstring(content)
    parent, element = root, root
    for key in path[:-1]:
        parent, element = element, element[int(key)]
    name = str(path[-1])
    if value is ABSENT and name.startswith("@"):
        del element.attrib[name[1:]]
    elif value is ABSENT:
        if element is not root:
            parent.remove(element)
    elif value == "@twice@":
        element.append(copy.deepcopy(element))
    elif name.startswith("@"):
        element.attrib[name[1:]] = value
    else:
        element.text = value
    return tostring(root)


def _cells(file: str, content: bytes, *, delimiter: str = ",") -> Iterator[Place]:
    rows = list(csv.reader(io.StringIO(content.decode()), delimiter=delimiter))

    def write(rows: list[list[str]]) -> bytes:
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter).writerows(rows)
        return out.getvalue().encode()

    yield from _table(file, rows, write, WORDS)


def _table(
    file: str,
    rows: list[list[Any]],
    write: Callable[[list[list[Any]]], bytes],
    values: Sequence[Any],
) -> Iterator[Place]:
    for row, cells in enumerate(rows):
        for column in range(len(cells)):

            def change(value: Any, row: int = row, column: int = column) -> bytes:
                changed = [list(cells) for cells in rows]
                changed[row][column : column + 1] = [] if value is ABSENT else [value]
                return write(changed)

            yield Place(file, (row, column), change, (*values, ABSENT))


def _workbook(file: str, content: bytes) -> Iterator[Place]:
    del content
    words = [word for word in WORDS if word.isprintable() and len(word) < 10_000]
    yield from _table(file, SHEETS[file], workbook, words)


def _parquet(file: str, content: bytes) -> Iterator[Place]:
    del content
    columns = COLUMNS[file]
    for name, cells in columns.items():
        for odd in _PARQUET_VALUES:

            def change(value: Any, name: str = name, num: int = len(cells)) -> bytes:
                changed = {**columns, name: [value] * num}
                return parquet(**changed)

            yield Place(file, (name,), change, (odd,))


def _words(file: str, content: bytes) -> Iterator[Place]:
    lines = content.decode().split("\n")
    for number, line in enumerate(lines):
        sign = next((sign for sign in "\t, :=" if sign in line), " ")
        words = line.split(sign)
        for at in range(len(words)):

            def change(
                value: str, number: int = number, at: int = at, words: Any = words, by: str = sign
            ) -> bytes:
                changed = by.join([*words[:at], value, *words[at + 1 :]])
                whole = [*lines[:number], changed, *lines[number + 1 :]]
                return "\n".join(whole).encode()

            yield Place(file, (number, at), change, WORDS)


def _yaml(file: str, content: bytes) -> Iterator[Place]:
    """JSON is YAML too, so that its members can be given anything."""
    yield from _json(file, content)
    for text in ("&a [*a]", "a: &a [x]\nnames: [*a, *a]", "!!python/object:os.x {}", "\t- :"):
        yield Place(file, (), partial(_given, text), ("",))


def _given(text: str, value: str) -> bytes:
    return (text + value).encode()


# XML holds no control characters: a file with one is no XML.
_XML_VALUES = (*(word for word in WORDS if "\x00" not in word), ABSENT, "@twice@")
_PARQUET_VALUES: tuple[Any, ...] = (
    None,
    float("nan"),
    2**63 - 1,
    True,
    b"\xff\xfe",
    "a\x00b",
    _LONG,
    ["a", None],
    {"a": [{"b": 1}]},
    [[]],
)
# Files that are made anew from what is in them.
SHEETS: dict[str, list[list[str]]] = {
    "a.xlsx": [["text1", "text2", "score"], ["a", "b", "1"], ["keep", "this", "2"]]
}
COLUMNS: dict[str, dict[str, list[Any]]] = {
    "a.parquet": {"text": ["a", "keep"], "labels": [["x"], ["y"]]}
}
_KINDS: dict[str, Callable[[str, bytes], Iterator[Place]]] = {
    "json": _json,
    "jsonl": _json_lines,
    "xml": _xml,
    "csv": _cells,
    "tsv": partial(_cells, delimiter="\t"),
    "xlsx": _workbook,
    "parquet": _parquet,
    "yaml": _yaml,
}
