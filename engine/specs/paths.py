"""Paths in specs: which fields are some, so that a process may find its files elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar, get_args

from pydantic.fields import FieldInfo

from engine.specs.spec import Spec

_IS_PATH: Final = "path"

LocalPath = Annotated[str, _IS_PATH]
"""A file or folder that is there where the process runs."""

S = TypeVar("S", bound=Spec)


def with_paths(spec: S, place: Callable[[str], str]) -> S:
    """Return a spec whose paths, however deep, are what ``place`` makes of them."""
    found = ((name, field, getattr(spec, name)) for name, field in type(spec).model_fields.items())
    changes = {
        name: place(value) if _is_path(field) and value is not None else _placed(value, place)
        for name, field, value in found
    }
    return spec.model_copy(update=changes)


def _placed(value: Any, place: Callable[[str], str]) -> Any:
    if isinstance(value, Spec):
        return with_paths(value, place)
    if isinstance(value, tuple):
        return tuple(_placed(one, place) for one in value)
    return value


def _is_path(field: FieldInfo) -> bool:
    kinds = (field, *get_args(field.annotation))
    return any(
        _IS_PATH in getattr(kind, "metadata", getattr(kind, "__metadata__", ())) for kind in kinds
    )
