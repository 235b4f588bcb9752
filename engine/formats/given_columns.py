"""What somebody says of tables of texts or references before they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.specs.samples.column_mapping import ColumnMapping, ColumnRole
from engine.specs.samples.table_reading import TableReading


@dataclass(frozen=True)
class GivenColumns:
    """How tables are read, and which of their columns is what; what is left open is guessed."""

    reading: TableReading = field(default_factory=TableReading)
    mapping: ColumnMapping = field(default_factory=ColumnMapping)


NOTHING_GIVEN = GivenColumns()


@dataclass(frozen=True)
class RoleRule:
    """What a header may call the column of a role, and whether a row is nothing without it.

    ``may_be_first`` takes the first column where neither names nor cells tell.
    """

    names: Sequence[str]
    is_needed: bool = False
    may_be_first: bool = True


RoleRules = Mapping[ColumnRole, RoleRule]
