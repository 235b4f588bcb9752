"""How the file of a table is read: one schema for import, page, command line and training."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from engine.specs.spec import Spec

Encoding = Literal[
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "gb18030",
    "big5hkscs",
    "cp932",
    "euc_jp",
    "cp949",
    "cp1252",
    "latin-1",
]
Delimiter = Literal[",", ";", "\t", "|", " "]
DecimalMark = Literal[".", ","]
ThousandsMark = Literal["none", ",", ".", " ", "'"]
DateOrder = Literal["ymd", "dmy", "mdy"]
ReadKind = Literal["number", "time", "category", "text"]
READ_KINDS: tuple[ReadKind, ...] = get_args(ReadKind)
ColumnName = Annotated[str, Field(min_length=1, max_length=200)]


class ColumnKindSpec(Spec):
    """What somebody says that a column holds, whatever it looks like."""

    name: ColumnName
    kind: ReadKind


class TableReading(Spec):
    """How a table's file is read; what is ``auto`` is guessed from its first rows.

    ``skip_rows`` are left out at the top. ``header`` tells whether the row after them holds the
    names of the columns; ``names`` are used in their place, all of them or none. ``decimal`` and
    ``thousands`` are the marks within numbers, ``date_order`` is that of dates such as 31/12/2020.
    ``missing`` are words for no value beside those that always stand for none. A workbook or
    Parquet file has neither encoding nor delimiter: both are ignored there. ``sheet`` is the one of
    a workbook that is read, the first where it is empty. Cells of a column said to hold numbers or
    times that do not read as such count as missing.
    """

    skip_rows: Annotated[int, Field(ge=0, le=1000)] | Literal["auto"] = "auto"
    header: bool | Literal["auto"] = "auto"
    encoding: Encoding | Literal["auto"] = "auto"
    delimiter: Delimiter | Literal["auto"] = "auto"
    decimal: DecimalMark | Literal["auto"] = "auto"
    thousands: ThousandsMark | Literal["auto"] = "auto"
    date_order: DateOrder | Literal["auto"] = "auto"
    missing: tuple[Annotated[str, Field(max_length=50)], ...] | Literal["auto"] = "auto"
    sheet: Annotated[str, Field(max_length=100)] = ""
    names: tuple[ColumnName, ...] = ()
    kinds: tuple[ColumnKindSpec, ...] = ()

    @model_validator(mode="after")
    def _marks_and_names_differ(self) -> TableReading:
        if self.decimal != "auto" and self.decimal == self.thousands:
            raise ValueError(
                f"'{self.decimal}' cannot be the decimal and the thousands mark. Choose another."
            )
        twice = {name for name in self.names if self.names.count(name) > 1}
        if twice:
            raise ValueError(f"Two columns would be called '{min(twice)}'. Name each once.")
        return self


STORED_READING = TableReading(
    skip_rows=0,
    header=True,
    encoding="utf-8",
    decimal=".",
    thousands="none",
    date_order="ymd",
    missing=(),
)
"""How a table is read that was put in order when it came in."""


class ReadingReason(Spec):
    """Why a part of a reading was guessed as it is; ``is_sure`` is false where it could be else."""

    part: str
    code: str
    params: dict[str, str | int | float | bool | None] = Field(default_factory=dict)
    message: str
    is_sure: bool = True
