"""The files of predictions to download: JSON lines, CSV and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from engine.disk import writing_to
from engine.formats.tables.formulas import guarded
from engine.specs.predictions import PREDICTIONS_FILES

ID, INPUT, TEXT, PROBLEM = "id", "input", "input_text", "problem"
_ROWS_AT_ONCE = 5000

Cell = bool | int | float | str
Report = Callable[[int], None]


def write_predictions(answers: Path, folder: Path, report: Report) -> None:
    """Write all answers in every format; safe to repeat.

    JSON lines hold one object per input, with its ``results`` or its ``problem``. Inputs that are
    texts have their first words in ``input_text``. Of the tables each result is a row; an input
    without any has a row of its own, which says why.

    Args:
        answers: ``PredictedInput`` lines.
        folder: for the files.
        report: is told how many answers were written.

    Raises:
        ResourceError: ``disk_full``.
    """
    kinds: dict[str, set[type]] = {}
    for line in _lines(answers):
        for row in _rows(line):
            for name, cell in row.items():
                kinds.setdefault(name, set()).add(type(cell))
    fields = [name for name in kinds if name not in (ID, INPUT, TEXT, PROBLEM)]
    types: dict[str, set[type]] = {
        ID: {str},
        INPUT: {str},
        **({TEXT: {str}} if TEXT in kinds else {}),
        **{name: kinds[name] for name in fields},
        PROBLEM: {str},
    }
    parts = {form: folder / f"{name}.part" for form, name in PREDICTIONS_FILES.items()}
    with writing_to(folder):
        _write_lines(answers, parts["jsonl"], report)
        _write_csv(answers, parts["csv"], list(types))
        _write_parquet(answers, parts["parquet"], types)
        for form, part in parts.items():
            part.replace(folder / PREDICTIONS_FILES[form])


def _lines(answers: Path) -> Iterator[dict[str, Any]]:
    with answers.open("rb") as file:
        yield from map(orjson.loads, file)


def _input(line: Mapping[str, Any]) -> dict[str, str]:
    """Return what is said of an input in every format."""
    # Of lines that an earlier release wrote there is no text.
    text = line.get("text")
    return {ID: line["id"], INPUT: line["name"], **({} if text is None else {TEXT: text})}


def _rows(line: Mapping[str, Any]) -> Iterator[dict[str, Cell]]:
    """Yield an answer as rows of a table."""
    start: dict[str, Cell] = {**_input(line)}
    if line["problem"] is not None:
        yield {**start, PROBLEM: line["problem"]["message"]}
        return
    for result in line["results"]:
        yield {**_flat(result), **start}
    if not line["results"]:
        yield start


def _flat(result: Mapping[str, Any], prefix: str = "") -> dict[str, Cell]:
    """Return fields of fields as ``location.left``, lists as JSON, and nothing for null."""
    row: dict[str, Cell] = {}
    for name, value in result.items():
        if isinstance(value, dict):
            row |= _flat(value, f"{prefix}{name}.")
        elif value is not None:
            row[prefix + name] = orjson.dumps(value).decode() if isinstance(value, list) else value
    return row


def _write_lines(answers: Path, target: Path, report: Report) -> None:
    with target.open("wb") as file:
        for number, line in enumerate(_lines(answers), 1):
            found = {"results": line["results"]} if line["problem"] is None else {}
            problem = {} if line["problem"] is None else {PROBLEM: line["problem"]}
            document = {**_input(line), **found, **problem}
            file.write(orjson.dumps(document) + b"\n")
            report(number)


def _write_csv(answers: Path, target: Path, names: list[str]) -> None:
    # Spreadsheets take a CSV without this mark for another encoding than UTF-8.
    with target.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(map(guarded, names))
        for line in _lines(answers):
            for row in _rows(line):
                writer.writerow([_csv_cell(row.get(name)) for name in names])


def _csv_cell(cell: Cell | None) -> Cell:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return guarded(cell) if isinstance(cell, str) else cell


def _write_parquet(answers: Path, target: Path, types: Mapping[str, set[type]]) -> None:
    import pyarrow
    import pyarrow.parquet

    kinds = {
        frozenset({bool}): pyarrow.bool_(),
        frozenset({int}): pyarrow.int64(),
        frozenset({float}): pyarrow.float64(),
        frozenset({int, float}): pyarrow.float64(),
    }
    schema = pyarrow.schema(
        [(name, kinds.get(frozenset(found), pyarrow.string())) for name, found in types.items()]
    )
    rows = (row for line in _lines(answers) for row in _rows(line))
    with pyarrow.parquet.ParquetWriter(target, schema) as writer:
        while batch := list(islice(rows, _ROWS_AT_ONCE)):
            columns = [
                pyarrow.array([_typed(row.get(one.name), one.type) for row in batch], one.type)
                for one in schema
            ]
            writer.write_table(pyarrow.table(columns, schema=schema))


def _typed(cell: Cell | None, kind: Any) -> Cell | None:
    """Return a cell as the column holds it: text where cells are of several kinds."""
    if cell is None or isinstance(cell, str) or str(kind) != "string":
        return cell
    return orjson.dumps(cell).decode()
