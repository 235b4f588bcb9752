"""The typed options of a task, with wrong ones named by JSON pointer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pydantic
from rest_framework import serializers

from engine.specs.parse import parse_options
from engine.specs.training import TaskOptions


def parse(task: str, options: Mapping[str, Any], *, pointer: str = "/options") -> TaskOptions:
    """Return the options of a task with its defaults filled in.

    Raises:
        ValidationError: naming each option that is unknown or out of range.
    """
    try:
        return parse_options(task, options)
    except pydantic.ValidationError as error:
        raise serializers.ValidationError(nested_errors(error, pointer)) from error


def nested_errors(
    error: pydantic.ValidationError, pointer: str, *, kinds: Collection[str] = ()
) -> dict[str, Any]:
    """Return pydantic's errors in the nesting that problem+json pointers are made from.

    ``kinds`` tell the branches of unions apart; pydantic names them, no client wrote them there.
    """
    result: dict[str, Any] = {}
    for item in error.errors(include_url=False, include_context=False, include_input=False):
        path = "/".join(
            str(part) for part in item["loc"] if part not in kinds and not _names_a_branch(part)
        )
        detail = serializers.ErrorDetail(item["msg"], code=item["type"])
        key = f"{pointer.strip('/')}/{path}".rstrip("/")
        result.setdefault(key, []).append(detail)
    return result


def _names_a_branch(part: str | int) -> bool:
    """Tell whether pydantic names a branch of a union here, which no client wrote."""
    return isinstance(part, str) and ("[" in part or part in ("int", "float", "constrained-int"))
