"""A shape that has all fields of another is written as that shape and its own fields."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.generators import SchemaGenerator

Part = dict[str, Any]
# Fewer fields are read more easily where they stand.
LEAST_FIELDS = 4
_WRITTEN = ("type", "properties", "required")


def write_extensions(result: Part, generator: SchemaGenerator, **_: Any) -> Part:
    """Write what the serializers that extend another add to its shape, and refer to that.

    A post-processing hook of drf-spectacular, for a document whose other parts are shared already.
    """
    schemas = result["components"]["schemas"]
    schemas |= extensions(schemas, _ancestors(generator))
    return result


def extensions(schemas: Mapping[str, Part], ancestors: Mapping[str, Sequence[str]]) -> Part:
    """Return the shapes that extend one of their ancestors, written so.

    Args:
        schemas: every shape, by its name.
        ancestors: of shapes, the nearest first, by name. Those that a shape differs from are
            passed over, such as one of whose fields it has another type.
    """
    return {
        name: _extension(schemas[name], base, schemas[base])
        for name, candidates in ancestors.items()
        for base in [one for one in candidates if extends(schemas[name], schemas[one])][:1]
    }


def extends(shape: Part, base: Part) -> bool:
    """Whether a shape has every field of another just as it is there, and fields of its own.

    No shape extends one that refuses unknown fields, for these would be its own.
    """
    fields, known = shape.get("properties", {}), base.get("properties", {})
    return (
        LEAST_FIELDS <= len(known) < len(fields)
        and not {"additionalProperties", "allOf"} & (shape.keys() | base.keys())
        and all(fields.get(name) == field for name, field in known.items())
        and _required(base) == _required(shape) & known.keys()
    )


def _extension(shape: Part, name: str, base: Part) -> Part:
    own = {
        field: part
        for field, part in shape["properties"].items()
        if field not in base["properties"]
    }
    required = [field for field in shape.get("required", []) if field in own]
    # Not beside the reference: generators of clients take a reference that stands alone for all.
    added = {"type": "object", "properties": own} | ({"required": required} if required else {})
    rest = {key: part for key, part in shape.items() if key not in _WRITTEN}
    return rest | {"allOf": [{"$ref": f"#/components/schemas/{name}"}, added]}


def _required(shape: Part) -> set[str]:
    return set(shape.get("required", []))


def _ancestors(generator: SchemaGenerator) -> dict[str, list[str]]:
    """Return the names of the shapes of the classes that each shape's serializer inherits from."""
    classes = {
        component.name: _class_of(component.object)
        for component in generator.registry._components.values()
        if component.type == "schemas"
    }
    names = defaultdict(list)
    for name, kind in sorted(classes.items()):
        names[kind].append(name)
    return {
        name: [one for parent in inspect.getmro(kind)[1:] for one in names[parent]]
        for name, kind in sorted(classes.items())
    }


def _class_of(serializer: Any) -> type:
    return serializer if inspect.isclass(serializer) else type(serializer)
