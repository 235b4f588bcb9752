"""Say which word of a request is wrong, which one is nearest to it, and what that may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from engine.catalog import TASKS
from engine.commands.described_options import Option, described_options
from engine.errors import SpecError
from engine.nearest import did_you_mean, nearest
from engine.specs.training import TaskOptions
from engine.validation.confirmation import CODE as NOT_CONFIRMED


def invalid(error: ValidationError, *kinds: type[BaseModel]) -> SpecError:
    """Name the first field that is wrong, and why; of an unknown one, the nearest that there is.

    Args:
        error: of reading a spec.
        kinds: of spec that the error may be of.
    """
    first = error.errors()[0]
    place = first["loc"]
    kind = next((kind for kind in kinds if kind.__name__ == error.title), None)
    options = _options_of(kind)
    if first["type"] == "extra_forbidden":
        return _unknown_field(_joined(place), _names_beside(kind, place) if kind else (), options)
    option = _option_at(place, options)
    field = _joined(place) if option is None else option.name
    takes = "" if option is None else f" {option}."
    near = _nearest_choice(first, option)
    return SpecError(
        f"The field '{field}' of the spec is wrong: {first['msg']}.{did_you_mean(near)}{takes}",
        field=field,
        reason=first["msg"],
        nearest=near,
    )


def unknown_task(task: str) -> SpecError:
    """Return the error of a task that the catalog does not have."""
    near = nearest(task, TASKS)
    return SpecError(
        f"There is no task '{task}'.{did_you_mean(near)} "
        f"Choose one of: {', '.join(sorted(TASKS))}.",
        code="task_unknown",
        task=task,
        nearest=near,
    )


def flags_of(code: str, params: Mapping[str, object]) -> str:
    """Return by which flags that is done which an error asks for, where it cannot know of them."""
    if code != NOT_CONFIRMED:
        return ""
    flags = " ".join(f"--accept {finding}" for finding in str(params["findings"]).split(", "))
    return f" On the command line: {flags}, or --target COLUMN where another column is meant."


def _unknown_field(field: str, known: Sequence[str], options: Sequence[Option]) -> SpecError:
    *groups, last = field.split(".")
    near = nearest(last, known)
    full = ".".join((*groups, near)) if near else None
    takes = "".join(f" {option}." for option in options if option.name == full)
    listed = f" What there is: {', '.join(known)}." if known else ""
    return SpecError(
        f"There is no option '{field}'.{did_you_mean(full)}{takes}{listed}",
        field=field,
        reason="unknown",
        nearest=full,
    )


def _options_of(kind: type[BaseModel] | None) -> Sequence[Option]:
    if kind is None or not issubclass(kind, TaskOptions):
        return ()
    return tuple(described_options(kind))


def _option_at(place: Sequence[int | str], options: Sequence[Option]) -> Option | None:
    """Return the option that a place of an error lies in; a place may say more, as in unions."""
    named = {option.name: option for option in options}
    for length in range(len(place), 0, -1):
        option = named.get(_joined(place[:length]))
        if option is not None:
            return option
    return None


def _nearest_choice(first: Any, option: Option | None) -> str | None:
    given = first["input"]
    if option is None or not isinstance(given, str):
        return None
    return nearest(given, option.choices)


def _joined(place: Sequence[int | str]) -> str:
    return ".".join(map(str, place))


def _names_beside(kind: type[BaseModel], place: Sequence[int | str]) -> list[str]:
    """Return the fields of the spec that holds a place, none where it is no spec."""
    for part in place[:-1]:
        field = kind.model_fields.get(str(part))
        if field is None or not isinstance(field.annotation, type):
            return []
        if not issubclass(field.annotation, BaseModel):
            return []
        kind = field.annotation
    return list(kind.model_fields)
