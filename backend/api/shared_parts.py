"""Parts that many operations repeat are written once in the OpenAPI document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

Part = dict[str, Any]
_SECURITY: list[Part] = [{"apiKey": []}, {"session": []}]
# Fewer repeats are read more easily where they stand.
_LEAST_REPEATS = 3


def share_parts(result: Part, **_: Any) -> Part:
    """Say once how calls are signed in, what errors look like, and which parts recur.

    A post-processing hook of drf-spectacular. Operations that need no sign-in go on saying so.
    """
    operations = [operation for path in result["paths"].values() for operation in _of_path(path)]
    for operation in operations:
        if operation.get("security") == [{}]:
            # Generators of clients take an empty requirement for one of several.
            operation["security"] = []
        elif "security" in operation:
            del operation["security"]
    components = result["components"]
    components["responses"] = _share_problem(operations)
    components["parameters"] = _share_parameters(operations)
    components["schemas"] |= _share_objects(components["schemas"])
    _drop_null_beside_anything(result)
    return result | {"security": _SECURITY}


def _of_path(path: Part) -> Iterator[Part]:
    return (value for value in path.values() if isinstance(value, dict))


def _share_problem(operations: list[Part]) -> Part:
    found = next(operation["responses"]["default"] for operation in operations)
    for operation in operations:
        if operation["responses"].get("default") == found:
            operation["responses"]["default"] = {"$ref": "#/components/responses/Problem"}
    return {"Problem": found}


def _share_parameters(operations: list[Part]) -> Part:
    """Name parameters that recur; of several that share a name the most frequent one has it."""
    repeats = Counter(
        _text(parameter)
        for operation in operations
        for parameter in operation.get("parameters", [])
    )
    shared: dict[str, str] = {}
    for text, times in sorted(repeats.items(), key=lambda item: (-item[1], item[0])):
        if times >= _LEAST_REPEATS:
            shared.setdefault(json.loads(text)["name"], text)
    for operation in operations:
        if "parameters" in operation:
            operation["parameters"] = [
                {"$ref": f"#/components/parameters/{parameter['name']}"}
                if shared.get(parameter["name"]) == _text(parameter)
                else parameter
                for parameter in operation["parameters"]
            ]
    return {name: json.loads(text) for name, text in sorted(shared.items())}


def _share_objects(schemas: Part) -> Part:
    """Name objects with a title that recur as properties by it; null stands beside the name."""
    places = [
        (properties, name)
        for schema in schemas.values()
        for properties in [schema.get("properties", {})]
        for name, part in properties.items()
        if part.get("type") in ("object", ["object", "null"]) and "title" in part
    ]
    repeats = Counter(_text(_without_null(properties[name])) for properties, name in places)
    shared: Part = {}
    for properties, name in places:
        part = _without_null(properties[name])
        if repeats[_text(part)] >= _LEAST_REPEATS:
            assert shared.setdefault(part["title"], part) == part, part["title"]
            named = {"$ref": f"#/components/schemas/{part['title']}"}
            is_nullable = part != properties[name]
            properties[name] = {"oneOf": [named, {"type": "null"}]} if is_nullable else named
    return shared


def _without_null(part: Part) -> Part:
    """Return an object's schema without the null that may stand in its place."""
    return part | {"type": "object"}


def _drop_null_beside_anything(part: Any) -> None:
    """Drop the null beside a schema that takes any value, null included."""
    if isinstance(part, dict):
        if part.get("oneOf") == [{}, {"type": "null"}]:
            del part["oneOf"]
        for inner in part.values():
            _drop_null_beside_anything(inner)
    elif isinstance(part, list):
        for inner in part:
            _drop_null_beside_anything(inner)


def _text(part: Part) -> str:
    return json.dumps(part, sort_keys=True)
