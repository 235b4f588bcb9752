"""How a workbook shows the numbers of its cells: which of them are dates.

Source: ECMA-376 part 1, 18.8.30 (formats of numbers).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import BinaryIO, NamedTuple

from engine.formats.markup.safe_xml import iterate_xml

# The formats that every workbook has without writing them down.
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_NO_DATE = re.compile(r'"[^"]*"?|\[[^\]]*\]?|\\.|_.|\*.')


class TypedStyles(NamedTuple):
    """The numbers of the styles of cells that show dates or times, and of those among them that
    show how long something took."""

    dates: frozenset[int]
    durations: frozenset[int]


@dataclass(frozen=True)
class Styles:
    """How the numbers of cells are shown.

    Attributes:
        codes: of the formats that the workbook defines, by their number.
        formats: the number of the format of each style of cells.
    """

    codes: Mapping[int, str] = field(default_factory=dict)
    formats: Sequence[int] = ()

    @cached_property
    def dates(self) -> frozenset[int]:
        """The styles of cells that show a date or a time."""
        return frozenset(
            style for style, number in enumerate(self.formats) if self._shows_date(number)
        )

    @cached_property
    def typed(self) -> TypedStyles:
        """The same by the rules of openpyxl."""
        from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format

        dates, durations = set(), set()
        for style, number in enumerate(self.formats):
            code = self.codes.get(number, BUILTIN_FORMATS.get(number))
            # Formats that have another form in each language of East Asia have no code.
            if is_date_format(code) or (code is None and number in _DATE_FORMATS):
                dates.add(style)
            if is_timedelta_format(code):
                durations.add(style)
        return TypedStyles(frozenset(dates), frozenset(durations))

    def _shows_date(self, number: int) -> bool:
        code = self.codes.get(number)
        if code is None:
            return number in _DATE_FORMATS
        return any(letter in _NO_DATE.sub("", code).lower() for letter in "ymdhs")


def read_styles(file: BinaryIO) -> Styles:
    """Read how the numbers of cells are shown.

    Raises:
        XmlError: when the part is malformed, or too large.
    """
    codes: dict[int, str] = {}
    formats: list[int] = []
    for element in iterate_xml(file, {"numFmt", "cellXfs"}):
        if element.tag == "numFmt":
            codes[int(element.get("numFmtId", -1))] = element.get("formatCode", "")
        else:
            formats += (int(style.get("numFmtId", 0)) for style in element.findall("xf"))
    return Styles(codes, formats)
