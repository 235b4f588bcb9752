"""What a command prints of the tables it read."""

from __future__ import annotations

from pathlib import Path

from easel.cli.output import Output
from easel.client import Client
from easel.client.transport import Json

_ROWS = (".csv", ".tsv", ".xlsx", ".parquet")
_SUFFIXES = (".csv", ".tsv", ".txt", ".data", ".xlsx", ".parquet")


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
