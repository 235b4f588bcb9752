"""Formulas of a workbook that no program has calculated: without a saved value they are empty."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import BinaryIO
from xml.etree.ElementTree import Element

from engine.formats.layout import Problem
from engine.formats.tables.workbooks import open_sheet

_FORMULA = re.compile(rb"<(\w+:)?f[ />]")
_PIECE, _LONGEST_TAG = 1 << 20, 64
_MAX_SHOWN = 10


@dataclass(frozen=True)
class BlankFormulas:
    """How many formulas of a sheet have no value, by the name and letters of their column."""

    sheet: str
    nums: tuple[tuple[str, int], ...]

    @property
    def num(self) -> int:
        """Return how many there are."""
        return sum(num for _, num in self.nums)


def blank_formulas(file: BinaryIO, sheet: str = "") -> BlankFormulas | None:
    """Count the formulas of a sheet that have no value; ``None`` where each has one.

    The file is read from its start, and wound back.

    Raises:
        WorkbookError: when it is no workbook, or a damaged one.
    """
    file.seek(0)
    try:
        with open_sheet(file, sheet) as found:
            if not _has_formula(found.stream):
                return None
        with open_sheet(file, sheet) as found:
            nums: Counter[int] = Counter()
            names: dict[int, str] = {}
            for row in found.rows():
                for place, cell in found.placed(row):
                    nums[place] += _is_blank(cell)
                if not any(names.values()):
                    names = {place: found.text(cell) for place, cell in found.placed(row)}
            counted = [(_column(place, names), num) for place, num in sorted(nums.items()) if num]
            return BlankFormulas(found.name, tuple(counted)) if counted else None
    finally:
        file.seek(0)


def formula_without_value(found: BlankFormulas, name: str) -> Problem:
    """Return the problem of formulas that come in as empty cells."""
    shown = ", ".join(f"{column}: {num}" for column, num in found.nums[:_MAX_SHOWN])
    return Problem(
        "formula_without_value",
        name,
        f"{found.num} formula(s) of the sheet '{found.sheet}' have no saved value and come in as "
        f"empty cells ({shown}). Open the workbook in Excel or LibreOffice, save it, and bring it "
        "in again.",
        {"num": found.num, "sheet": found.sheet[:60], "columns": shown[:500]},
    )


def _has_formula(stream: BinaryIO) -> bool:
    rest = b""
    while piece := stream.read(_PIECE):
        if _FORMULA.search(rest + piece):
            return True
        rest = piece[-_LONGEST_TAG:]
    return False


def _is_blank(cell: Element) -> bool:
    """Tell a formula without a value; one whose value is an empty text says that it is a text."""
    return cell.find("f") is not None and not cell.findtext("v") and cell.get("t") != "str"


def _column(place: int, names: dict[int, str]) -> str:
    letters, number = "", place + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    name = names.get(place, "").strip()[:60]
    return f"{name} ({letters})" if name else letters
