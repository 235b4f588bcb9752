"""Serializers of dataclasses, specs and typed dictionaries, so that a shape is described once.

Not djangorestframework-dataclasses: it reads the types again for every object that is shown, which
makes four fields take 250 µs instead of 67, and needs a class and its ``Meta`` for each shape.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)
from uuid import UUID

from pydantic import BaseModel
from rest_framework import serializers

from backend.api.serializers import (
    OutputSerializer,
)

_FIELDS: Final[Mapping[Any, type[serializers.Field[Any, Any, Any, Any]]]] = {
    UUID: serializers.UUIDField,
    bool: serializers.BooleanField,
    date: serializers.DateField,
    datetime: serializers.DateTimeField,
    float: serializers.FloatField,
    int: serializers.IntegerField,
    str: serializers.CharField,
}


def serializer_of(
    shape: type,
    name: str | None = None,
    /,
    *,
    extends: type[OutputSerializer] = OutputSerializer,
    without: Collection[str] = (),
    **fields: Any,
) -> type[OutputSerializer]:
    """Return the serializer that shows a shape; the shape's docstring describes it to clients.

    Args:
        shape: a dataclass, a spec or a typed dictionary.
        name: of the component in the OpenAPI document; the shape's own if left out.
        extends: a serializer that shows a part of it already.
        without: what of the shape is not shown.
        fields: in place of those that the types give: what has a serializer of its own, or of
            which more is known, such as its choices.

    Raises:
        TypeError: naming a type that has no field in the API.
    """
    if name is None and extends is OutputSerializer and not without and not fields:
        return _plain(shape)
    return _made(shape, name or _title(shape), extends, without, fields)


def field_of(kind: Any, **arguments: Any) -> Any:
    """Return the field that shows values of a type; ``arguments`` are the field's.

    Raises:
        TypeError: when there is none.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        others = {*inner} - {NoneType}
        if len(others) == 1:
            return field_of(others.pop(), allow_null=True)
        kind = Any if others <= _FIELDS.keys() else kind
    if kind in (Any, object):
        return serializers.JSONField(**{"allow_null": True, **arguments})
    if kind in _FIELDS:
        return _FIELDS[kind](**arguments)
    if origin is Literal:
        return serializers.ChoiceField(choices=inner, **arguments)
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = getattr(kind, "choices", [one.value for one in kind])
        return serializers.ChoiceField(choices=choices, **arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return serializers.DictField(child=field_of(inner[1]), **arguments)
    if isinstance(origin, type) and issubclass(origin, Collection) and inner[1:] in ((), (...,)):
        if _is_shape(inner[0]):
            return _plain(inner[0])(many=True, **arguments)
        return serializers.ListField(child=field_of(inner[0]), **arguments)
    if _is_shape(kind):
        return _plain(kind)(**arguments)
    raise TypeError(f"No field of the API shows {kind}. Give serializer_of the field by its name.")


def _is_shape(kind: Any) -> bool:
    return (
        is_dataclass(kind)
        or is_typeddict(kind)
        or (isinstance(kind, type) and issubclass(kind, BaseModel))
    )


def _title(shape: type) -> str:
    return shape.__name__.removesuffix("View")


@cache
def _plain(shape: type) -> type[OutputSerializer]:
    """Return the serializer of a shape whose types tell all: one class wherever it is shown."""
    return _made(shape, _title(shape), OutputSerializer, (), {})


def _made(
    shape: type,
    title: str,
    extends: type[OutputSerializer],
    without: Collection[str],
    given: Mapping[str, Any],
) -> type[OutputSerializer]:
    known = extends._declared_fields
    shown = {
        field: given.get(field) or field_of(kind)
        for field, kind in get_type_hints(shape).items()
        if field not in without and (field in given or field not in known)
    }
    about = {"__doc__": getdoc(shape), "__module__": shape.__module__}
    made: type[OutputSerializer] = type(f"{title}Serializer", (extends,), about)
    # Not in the class's body: there, those that are given would come before all others.
    made._declared_fields = {**known, **shown, **given}
    return made
