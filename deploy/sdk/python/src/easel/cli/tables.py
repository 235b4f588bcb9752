"""How tables are read, as a command line says it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from easel.cli.output import Output
from easel.client import Client
from easel.client.transport import Json

_SIGNS = {"tab": "\t", "space": " ", "comma": ",", "semicolon": ";", "bar": "|", "dot": "."}
_ROWS = (".csv", ".tsv", ".xlsx", ".parquet")
_SUFFIXES = (".csv", ".tsv", ".txt", ".data", ".xlsx", ".parquet")


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add what can be said of tables; what is left out is guessed and printed."""
    group = parser.add_argument_group("tables", "how CSV, XLSX and Parquet files are read")
    group.add_argument("--header", choices=("yes", "no"), help="the first row names the columns")
    group.add_argument("--names", help="of all columns, separated by commas")
    group.add_argument("--sheet", help="of a workbook; the first one, unless said")
    group.add_argument("--skip-rows", type=int, help="rows above the table")
    group.add_argument(
        "--encoding",
        help="utf-8, utf-16, gb18030, big5hkscs, cp932, euc_jp, cp949, cp1252 or latin-1",
    )
    group.add_argument("--delimiter", help="comma, semicolon, tab, bar, space, or the sign")
    group.add_argument("--decimal", help="mark before decimals: dot or comma")
    group.add_argument("--thousands", help="mark between thousands: none, comma, dot, space or '")
    group.add_argument("--date-order", choices=("ymd", "dmy", "mdy"), help="of 31/12/2020: dmy")
    group.add_argument("--missing", action="append", metavar="WORD", help="stands for no value")
    group.add_argument(
        "--kind",
        action="append",
        metavar="COLUMN=KIND",
        help="what a column holds: number, time, category or text",
    )
    group.add_argument(
        "--column",
        action="append",
        metavar="ROLE=COLUMN",
        help="which column is what: file, text, text1, text2, label, score, spans or split; "
        "a role without a column, such as label=, has none",
    )


def reading_of(options: argparse.Namespace) -> Json:
    """Return what was said.

    Raises:
        ValueError: when a kind names no column.
    """
    given: dict[str, Any] = {
        "header": None if options.header is None else options.header == "yes",
        "names": options.names.split(",") if options.names else None,
        "sheet": options.sheet,
        "skip_rows": options.skip_rows,
        "encoding": options.encoding,
        "delimiter": _SIGNS.get(options.delimiter, options.delimiter),
        "decimal": _SIGNS.get(options.decimal, options.decimal),
        "thousands": _SIGNS.get(options.thousands, options.thousands),
        "date_order": options.date_order,
        "missing": options.missing,
        "kinds": [_kind(one) for one in options.kind] if options.kind else None,
    }
    return {name: value for name, value in given.items() if value is not None}


def _kind(assignment: str) -> Json:
    name, separator, kind = assignment.rpartition("=")
    if not separator:
        raise ValueError(f"'{assignment}' is no kind of a column. Write COLUMN=KIND.")
    return {"name": name, "kind": kind}


def mapping_of(options: argparse.Namespace) -> Json:
    """Return which columns were said to be what.

    Raises:
        ValueError: when something names no role.
    """
    choices: Json = {}
    for assignment in options.column or ():
        role, separator, column = assignment.partition("=")
        if not separator:
            raise ValueError(f"'{assignment}' names no column. Write ROLE=COLUMN.")
        if column:
            choices.setdefault("columns", []).append({"role": role, "column": column})
        else:
            choices.setdefault("without", []).append(role)
    return choices


def print_columns(
    client: Client,
    dataset_id: str,
    path: Path,
    format: str,
    choices: tuple[Json, Json],
    output: Output,
) -> None:
    """Print which columns of the first table are what, and why.

    Args:
        client: asks the server.
        dataset_id: where the samples go.
        path: of a folder or a file.
        format: of the data.
        choices: how tables are read, and which of their columns is what.
        output: gets the lines.
    """
    suffixes = (".jsonl", ".ndjson") if format == "json_lines" else _ROWS
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    tables = [one for one in files if one.suffix.lower() in suffixes and one.is_file()]
    if not tables:
        return
    found = client.imports.columns(dataset_id, tables[0], format, *choices)
    output.line(f"{tables[0].name}: {', '.join(found['names'])}")
    for one in found["roles"]:
        if one["column"] is not None:
            why = one["reason"]
            doubt = "" if why is None or why["is_sure"] else " (look at this)"
            reason = f" {why['message']}" if why else ""
            output.line(f"  {one['role']}: {one['column']!r}.{reason}{doubt}")


def print_reading(
    client: Client, dataset_id: str, path: Path, reading: Json, output: Output
) -> None:
    """Print how the first table will be read, and why."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    tables = [one for one in files if one.suffix.lower() in _SUFFIXES and one.is_file()]
    if not tables:
        return
    found = client.imports.preview(dataset_id, tables[0], reading)
    output.line(f"{tables[0].name}: {found['num_rows']} rows looked at.")
    for reason in found["reasons"]:
        value = found["reading"][reason["part"]]
        doubt = "" if reason["is_sure"] else " (look at this)"
        output.line(f"  {reason['part']}: {value!r}. {reason['message']}{doubt}")
    for note in found.get("notes", ()):
        output.line(f"  {note['message']}")
    names = ", ".join(f"{one['name']} ({one['kind'] or 'empty'})" for one in found["columns"])
    output.line(f"  columns: {names}")
