"""What a model is asked: files, folders and tables become questions with the model's parts."""

from __future__ import annotations

import csv
import io
import json
import mimetypes
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from easel.errors import InputError
from easel.runtime import Part

STDIN = "-"
TABLES = (".csv", ".tsv", ".json", ".jsonl")
LINES = ".txt"
SERIES = "series"
"""The kind of input whose table is one question, rather than one per row."""

# A csv module's own limit of 128 KiB would refuse long texts.
_MAX_CELL = 2**31 - 1


@dataclass(frozen=True)
class Question:
    """One thing to answer.

    Attributes:
        name: where it comes from, with the line or row behind a colon.
        read: gives its parts; raises ``OSError`` or ``InputError`` when it cannot be read.
    """

    name: str
    read: Callable[[], Mapping[str, Any]]


class Asking:
    """Reads questions for one model."""

    def __init__(self, parts: Sequence[Part], kind: str, column: str | None = None) -> None:
        """Prepare to read.

        Args:
            parts: of the model's requests.
            kind: of its input, as the manifest says.
            column: of tables, the one that holds the text; the name of the part when left out.
        """
        self._parts = tuple(parts)
        self._kind = kind
        self._column = column

    def questions(self, places: Sequence[str]) -> list[Question]:
        """Return the questions of files, of folders with all that is below, and of stdin.

        Of a folder, files of other kinds than the model's are left out.

        Raises:
            InputError: ``input_empty`` when there is none, ``input_missing`` for an absent file.
        """
        found = [question for place in places for question in self._place(place)]
        if not found:
            raise InputError(
                f"There is nothing to answer in {', '.join(places)}. Give {self._expected()}.",
                code="input_empty",
            )
        return found

    def _place(self, place: str) -> Iterator[Question]:
        path = Path(place)
        if place == STDIN:
            yield from self._standard_input()
        elif path.is_dir():
            for file in sorted(path.rglob("*")):
                if file.is_file() and self._is_ours(file):
                    yield from self._read(file, file.relative_to(path).as_posix())
        elif path.exists():
            yield from self._read(path, path.name)
        else:
            raise InputError(
                f"There is no file or folder '{place}'. Check the path.",
                code="input_missing",
                path=place,
            )

    def _is_ours(self, file: Path) -> bool:
        """Whether a file of a folder is of a kind that the model takes."""
        media = mimetypes.guess_type(file.name)[0] or ""
        if any(media.startswith(part.media) for part in self._parts if part.is_file and part.media):
            return True
        by_row = any(not part.is_file for part in self._parts)
        return by_row and file.suffix.lower() in (*TABLES, *([LINES] if self._text else []))

    def _read(self, file: Path, name: str) -> list[Question]:
        """Return the questions of a file; one that fails with the reason, if it has none."""
        try:
            return list(self._file(file, name))
        except (InputError, OSError) as error:
            return [Question(name, partial(_fail, error))]

    def _file(self, file: Path, name: str) -> Iterator[Question]:
        suffix = file.suffix.lower()
        lone_file = len(self._parts) == 1 and self._parts[0].is_file
        if not lone_file and suffix in TABLES:
            yield from self._table(file.read_bytes(), suffix, name, file.parent)
        elif self._text and suffix == LINES:
            yield from self._lines(_decoded(file.read_bytes(), name), name)
        else:
            yield Question(name, partial(self._whole, file))

    def _standard_input(self) -> Iterator[Question]:
        content = sys.stdin.buffer.read()
        if self._parts[0].is_file and len(self._parts) == 1:
            part = self._parts[0].name
            yield Question(STDIN, lambda: {part: content})
            return
        text = content.lstrip()
        if text[:1] in (b"{", b"["):
            suffix = ".json" if _is_json(content) else ".jsonl"
            yield from self._table(content, suffix, STDIN, Path())
        elif self._text and len(self._parts) == 1 and self._column is None:
            yield from self._lines(_decoded(content, STDIN), STDIN)
        else:
            yield from self._table(content, ".csv", STDIN, Path())

    def _whole(self, file: Path) -> Mapping[str, Any]:
        """Return a file as the part that it can be."""
        media = mimetypes.guess_type(file.name)[0] or ""
        parts = [part for part in self._parts if part.is_file]
        fitting = [part for part in parts if media.startswith(part.media)] or parts
        alone = [part for part in fitting if {x.name for x in self._required} <= {part.name}]
        if not alone:
            raise InputError(
                f"A file of this kind cannot be asked about. Give {self._expected()}.",
                code="input_type",
            )
        return {alone[0].name: file.read_bytes()}

    def _lines(self, text: str, name: str) -> Iterator[Question]:
        part = self._text
        assert part is not None
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                parts = {part.name: line}
                yield Question(f"{name}:{number}", partial(dict, parts))

    def _table(self, content: bytes, suffix: str, name: str, folder: Path) -> Iterator[Question]:
        rows = _rows(_decoded(content, name), suffix, name)
        value = next((part for part in self._parts if not (part.is_file or part.is_text)), None)
        if value is not None and self._kind == SERIES:
            columns = rows if isinstance(rows, dict) else _columns(rows)
            yield Question(name, lambda: {value.name: columns})
            return
        for number, row in enumerate([rows] if isinstance(rows, dict) else rows, 1):
            if value is not None:
                yield Question(f"{name}:{number}", partial(dict, {value.name: row}))
            else:
                yield Question(f"{name}:{number}", partial(self._row, row, folder))

    def _row(self, row: Any, folder: Path) -> Mapping[str, Any]:
        """Return the parts that a row names; files are named by their path beside the table."""
        text = self._text
        if isinstance(row, str) and text is not None and len(self._parts) == 1:
            return {text.name: row}
        if not isinstance(row, dict):
            raise InputError(
                f"It is a {type(row).__name__}. Give {self._expected()}.", code="input_type"
            )
        column = self._column if text is not None and len(self._parts) == 1 else None
        parts: dict[str, Any] = {}
        for part in self._parts:
            cell = row.get(column or part.name)
            if cell is None or (part.is_file and not cell):
                continue
            parts[part.name] = (folder / cell).read_bytes() if part.is_file else cell
        if not parts and text is not None:
            raise InputError(
                f"There is no column '{column or text.name}' among {', '.join(map(str, row))}. "
                "Name the column of the texts with --column.",
                code="column_missing",
                column=column or text.name,
            )
        return parts

    @property
    def _required(self) -> list[Part]:
        return [part for part in self._parts if part.required]

    @property
    def _text(self) -> Part | None:
        """The part that a line of text can be, where there is one and no other is needed."""
        texts = [part for part in self._parts if part.is_text]
        if len(texts) != 1 or any(part.name != texts[0].name for part in self._required):
            return None
        return texts[0]

    def _expected(self) -> str:
        media = [kind for part in self._parts if part.is_file for kind in part.media]
        if media:
            return f"files of the kind {', '.join(media)}, or a folder of them"
        if self._text is not None:
            return "a .txt file with a text per line, or a table (.csv, .json, .jsonl)"
        names = ", ".join(f"'{part.name}'" for part in self._parts)
        return f"a table (.csv, .json, .jsonl) for {names}"


def _fail(error: Exception) -> Mapping[str, Any]:
    raise error


def _rows(text: str, suffix: str, name: str) -> list[Any] | dict[str, Any]:
    """Return the rows of a table; a JSON object stays one.

    Raises:
        InputError: ``table_invalid``.
    """
    try:
        if suffix == ".jsonl":
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        if suffix == ".json":
            document = json.loads(text)
            return document if isinstance(document, (dict, list)) else [document]
    except ValueError as error:
        raise InputError(f"'{name}' is no valid JSON: {error}.", code="table_invalid") from error
    csv.field_size_limit(_MAX_CELL)
    separator = "\t" if suffix == ".tsv" else ","
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator))


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"'{name}' is not UTF-8 (byte {error.start}). Save it as UTF-8.", code="text_invalid"
        ) from error


def _is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except ValueError:
        return False
    return True
