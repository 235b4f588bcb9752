"""The flags of commands that read tables. Importing it loads nothing but the standard library."""

from __future__ import annotations

from argparse import ArgumentParser


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
