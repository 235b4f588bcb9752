"""Serializers that take specs, so that a spec and its kinds are described once."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from pydantic import BaseModel
from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
)

# In the order in which they are looked for: a number may be written without a fraction.
_TAKEN: Final[Mapping[Any, type[serializers.Field[Any, Any, Any, Any]]]] = {
    float: StrictFloatField,
    int: StrictIntegerField,
    bool: StrictBooleanField,
    str: StrictCharField,
}


def input_of(specs: Any, name: str, about: str) -> type[InputSerializer]:
    """Return the serializer that takes one of several specs, which their ``kind`` tells apart.

    It looks at the types of what is given, and the spec itself at all else. What only one of them
    has, or what has a default, may be left out.

    Args:
        specs: a spec, or a discriminated union of some.
        name: of the component in the OpenAPI document.
        about: its description.
    """
    taken: dict[str, Any] = {}
    kinds = kinds_of(specs)
    if kinds:
        taken["kind"] = serializers.ChoiceField(choices=kinds)
    types: dict[str, set[Any]] = {}
    for spec in _members(specs):
        for field, info in spec.model_fields.items():
            types.setdefault(field, set()).update(_flat(info.annotation))
    taken |= {field: _taken(found) for field, found in types.items() if field != "kind"}
    return type(f"{name}Serializer", (InputSerializer,), {"__doc__": about, **taken})


def kinds_of(specs: Any) -> tuple[str, ...]:
    """Return the kinds that tell the members of a discriminated union apart."""
    return tuple(
        spec.model_fields["kind"].default for spec in _members(specs) if "kind" in spec.model_fields
    )


def _members(specs: Any) -> tuple[type[BaseModel], ...]:
    if get_origin(specs) is Annotated:
        return _members(get_args(specs)[0])
    return get_args(specs) or (specs,)


def _flat(kind: Any) -> set[Any]:
    """Return the types that a value may have, of choices and collections only that they are."""
    if get_origin(kind) is Annotated:
        return _flat(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return set().union(*(_flat(one) for one in get_args(kind)))
    return {get_origin(kind) or kind}


def _taken(kinds: set[Any]) -> Any:
    arguments: dict[str, Any] = {"required": False}
    if NoneType in kinds:
        arguments["allow_null"] = True
    if tuple in kinds:
        return serializers.ListField(child=serializers.JSONField(), **arguments)
    field = next(_TAKEN[kind] for kind in _TAKEN if kind in kinds)
    return field(**arguments)
