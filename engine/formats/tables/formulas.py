"""Cells of CSV and TSV that a spreadsheet would take for formulas.

A text such as ``=HYPERLINK(…)`` runs as soon as somebody opens the table. It is written with an
apostrophe before it, which spreadsheets take for "this is a text"; our readers take it away again.
A cell that begins with apostrophes before such a sign gets one more, so that nothing is lost.
Numbers stay numbers.

Source: OWASP, "CSV Injection".
"""

from __future__ import annotations

import re

_MARK = "'"
_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"'*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?")


def guarded(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"{_MARK}{cell}" if _needs_mark(cell) else cell


def unguarded(cell: str) -> str:
    """Return a cell as it was before ``guarded``."""
    return cell[1:] if cell.startswith(_MARK) and _needs_mark(cell) else cell


def is_formula(cell: str) -> bool:
    """Tell whether a spreadsheet would run a cell as it stands in a file."""
    return not cell.startswith(_MARK) and _needs_mark(cell)


def _needs_mark(cell: str) -> bool:
    return _FORMULA.match(cell) is not None and _NUMBER.fullmatch(cell) is None
