"""Where predictions go: JSON lines, CSV, annotated images, or a table for people."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TextIO

from easel.cli.drawing import annotate
from easel.cli.output import Output
from easel.client.transport import Json
from easel.runtime import decode_image

COLUMNS = ("name", "text", "words", "start", "end", "location", "score")
"""Fields of results that a table shows, of those that the prediction has; files hold all."""

INPUT = "input"
"""The column that says what a result is about."""


class Writer(Protocol):
    """Takes one prediction after another."""

    def write(self, name: str, parts: Mapping[str, Any], results: Sequence[Json]) -> None:
        """Take the prediction to one question.

        Args:
            name: of the question.
            parts: that it had.
            results: JSON forms.
        """
        ...

    def close(self) -> None:
        """Write what is left."""
        ...


class JsonLines:
    """An object per question: ``input`` and ``results``."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, name: str, parts: Mapping[str, Any], results: Sequence[Json]) -> None:
        """Write one line."""
        line = json.dumps({INPUT: name, "results": list(results)}, ensure_ascii=False)
        self._stream.write(line + "\n")

    def close(self) -> None:
        """Do nothing: all is written."""


# What a spreadsheet takes for a formula, unless it is a number.
_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"'*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?")


def _guarded(cell: Any) -> Any:
    """Return a cell with an apostrophe before what would run when somebody opens the table."""
    if not isinstance(cell, str) or not _FORMULA.match(cell) or _NUMBER.fullmatch(cell):
        return cell
    return f"'{cell}"


class Csv:
    """A row per result, with a column for every field that any result has."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._rows: list[Json] = []

    def write(self, name: str, parts: Mapping[str, Any], results: Sequence[Json]) -> None:
        """Keep the rows: their columns are known when all are."""
        self._rows += [{INPUT: name, **_flat(result)} for result in results]

    def close(self) -> None:
        """Write the table."""
        names = dict.fromkeys([INPUT, *(name for row in self._rows for name in row)])
        writer = csv.DictWriter(self._stream, list(names), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _guarded(cell) for name, cell in row.items()} for row in self._rows)


@dataclass
class Images:
    """A PNG per question, with the prediction drawn on it.

    Attributes:
        folder: where they go.
        part: the part of a question that holds the image.
        written: the names that are taken.
    """

    folder: Path
    part: str
    written: set[str] = field(default_factory=set)

    def write(self, name: str, parts: Mapping[str, Any], results: Sequence[Json]) -> None:
        """Draw one image; of a question without one there is nothing to draw on."""
        if self.part not in parts:
            return
        place = self.folder / self._free(name.replace(":", "-"))
        place.parent.mkdir(parents=True, exist_ok=True)
        annotate(decode_image(parts[self.part]), results).save(place)

    def close(self) -> None:
        """Do nothing: all is written."""

    def _free(self, name: str) -> str:
        """Return a file name that no other question has."""
        stem, number = "stdin" if name == "-" else name, 1
        chosen = f"{stem}.png"
        while chosen in self.written:
            number += 1
            chosen = f"{stem}-{number}.png"
        self.written.add(chosen)
        return chosen


class People:
    """A table on the terminal."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._rows: list[Json] = []

    def write(self, name: str, parts: Mapping[str, Any], results: Sequence[Json]) -> None:
        """Keep the rows: the widths of columns are known when all are."""
        self._rows += [{INPUT: name, **result} for result in results]

    def close(self) -> None:
        """Print the table."""
        self._output.table(self._rows, (INPUT, *columns_of(self._rows)))


def columns_of(rows: Sequence[Json]) -> list[str]:
    """Return the fields to show: the well-known ones, or all of a prediction that has none."""
    known = [name for name in COLUMNS if any(name in row for row in rows)]
    return known or [
        name for name in dict.fromkeys(x for row in rows for x in row) if name != INPUT
    ]


def _flat(result: Json, prefix: str = "") -> Json:
    """Return fields of fields as ``location.left``; lists as JSON."""
    row: Json = {}
    for name, value in result.items():
        if isinstance(value, dict):
            row |= _flat(value, f"{prefix}{name}.")
        else:
            row[prefix + name] = json.dumps(value) if isinstance(value, list) else value
    return row
