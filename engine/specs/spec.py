"""The base of all specs and the option fields that a form is generated from."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Spec(BaseModel):
    """A frozen value that refuses unknown keys and numbers that are not numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def option(
    default: Any,
    *,
    group: str,
    expert: bool = False,
    unit: str | None = None,
    search: tuple[float, float] | None = None,
    log: bool = False,
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
        constraints: bounds passed to pydantic (``ge``, ``gt``, ``le``, ``lt``).
    """
    extra: dict[str, Any] = {"group": group, "expert": expert}
    if unit is not None:
        extra["unit"] = unit
    if search is not None:
        extra["search"] = {"low": search[0], "high": search[1], "log": log}
    return Field(default=default, json_schema_extra=extra, **constraints)
