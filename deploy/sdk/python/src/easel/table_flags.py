"""The flags of commands that read tables. Importing it loads nothing but the standard library."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from easel.errors import InputError

_SIGNS = {"tab": "\t", "space": " ", "comma": ",", "semicolon": ";", "bar": "|", "dot": "."}


def add_reading(parser: ArgumentParser) -> None:
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


def reading_of(options: Namespace) -> dict[str, Any]:
    """Return what was said.

    Raises:
        InputError: ``option_malformed`` when a kind names no column.
    """
    given = {
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


def mapping_of(options: Namespace) -> dict[str, Any]:
    """Return which columns were said to be what.

    Raises:
        InputError: ``option_malformed`` when something names no column.
    """
    choices: dict[str, Any] = {}
    for assignment in options.column or ():
        role, separator, column = assignment.partition("=")
        if not separator:
            raise InputError(
                f"'{assignment}' names no column. Write ROLE=COLUMN, such as text=review.",
                code="option_malformed",
                option=assignment,
            )
        if column:
            choices.setdefault("columns", []).append({"role": role, "column": column})
        else:
            choices.setdefault("without", []).append(role)
    return choices


def _kind(assignment: str) -> dict[str, str]:
    name, separator, kind = assignment.rpartition("=")
    if not separator:
        raise InputError(
            f"'{assignment}' is no kind of a column. Write COLUMN=KIND, such as zip=category.",
            code="option_malformed",
            option=assignment,
        )
    return {"name": name, "kind": kind}
