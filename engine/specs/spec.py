"""The base of all specs and the option fields that a form is generated from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

ColumnKind = Literal["number", "category", "time", "text", "empty"]
ColumnRole = Literal["target", "ignore", "time", "series"]
COLUMN_ROLES: tuple[ColumnRole, ...] = get_args(ColumnRole)


class Spec(BaseModel):
    """A frozen value that refuses unknown keys and numbers that are not numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ColumnChoice(Spec):
    """Which columns of the user's table an option names, so that a form can offer them.

    Attributes:
        kinds: what columns that suit hold; others may be named all the same.
        auto: the column, or columns, that the default stands for; ``None`` when it stands for none.
        apart: a column named here has this part alone and can be named by no other such option.
        role: the part of a column, as people give it in the table, that this option stands for.
        chosen_kind: the kind that people say columns hold, against the look of them, which this
            option takes.
    """

    kinds: tuple[ColumnKind, ...] = ("number", "category", "time", "text")
    auto: Literal["last", "first_time", "numbers"] | None = None
    apart: bool = True
    role: ColumnRole | None = None
    chosen_kind: ColumnKind | None = None


def option(
    default: Any,
    *,
    group: str,
    expert: bool = False,
    unit: str | None = None,
    search: tuple[float, float] | None = None,
    log: bool = False,
    step: int | None = None,
    among: tuple[bool | int | float | str, ...] | None = None,
    when: Mapping[str, tuple[bool | int | float | str, ...]] | None = None,
    column: ColumnChoice | None = None,
    **constraints: Any,
) -> Any:
    """Declare one option of a task: its default, its bounds and how a form shows it.

    Args:
        default: the value used when the user does not choose.
        group: the section of the form; also the prefix of its translation key.
        expert: shown only when the expert fold is open.
        unit: unit of the value, as a translation key.
        search: default range of automatic search, ``None`` when the option is not searchable.
        log: the range is searched on a logarithmic scale.
        step: between the whole numbers of the range, 1 if left out.
        among: default choices of automatic search, of an option whose values have no order.
        when: the option beside it, a list of choices, that it waits for in a search, and for which
            of its values; elsewhere it moves nothing.
        column: for an option that names columns of a table: which.
        constraints: bounds passed to pydantic (``ge``, ``gt``, ``le``, ``lt``).
    """
    extra: dict[str, Any] = {"group": group, "expert": expert}
    if unit is not None:
        extra["unit"] = unit
    if search is not None:
        extra["search"] = {"low": search[0], "high": search[1], "log": log}
        if step is not None:
            extra["search"]["step"] = step
    if among is not None:
        extra["search"] = {"values": list(among)}
    if when is not None:
        extra["when"] = {name: list(values) for name, values in when.items()}
    if column is not None:
        extra["column"] = column.model_dump(mode="json")
    return Field(default=default, json_schema_extra=extra, **constraints)
