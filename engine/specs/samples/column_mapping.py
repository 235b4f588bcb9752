"""Which column of a table is what: one schema for import, page, command line and training."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from engine.specs.spec import Spec

ColumnRole = Literal["file", "text", "text1", "text2", "label", "score", "spans", "split"]
COLUMN_ROLES: tuple[ColumnRole, ...] = get_args(ColumnRole)


class MappedColumn(Spec):
    """That a column holds what a role stands for."""

    role: ColumnRole
    column: Annotated[str, Field(min_length=1, max_length=1000)]


class ColumnMapping(Spec):
    """Which columns hold what; roles that are not named are guessed, other columns are not read.

    ``without`` are roles that no column has. Columns are named as the header has them; without a
    header they are ``column_1``, ``column_2`` …, and of columns of one name the second is ``x_2``.
    """

    columns: tuple[MappedColumn, ...] = ()
    without: tuple[ColumnRole, ...] = ()

    @model_validator(mode="after")
    def _each_once(self) -> ColumnMapping:
        roles = [one.role for one in self.columns] + list(self.without)
        twice = {role for role in roles if roles.count(role) > 1}
        if twice:
            raise ValueError(f"'{min(twice)}' is said twice. Name one column for each, or none.")
        names = [one.column for one in self.columns]
        again = {name for name in names if names.count(name) > 1}
        if again:
            raise ValueError(f"The column '{min(again)}' cannot be two things. Choose one.")
        return self

    def column_of(self, role: ColumnRole) -> str | None:
        """Return the column that was named for a role."""
        return next((one.column for one in self.columns if one.role == role), None)

    @property
    def roles(self) -> tuple[ColumnRole, ...]:
        """Return all roles that something was said of."""
        return (*(one.role for one in self.columns), *self.without)
