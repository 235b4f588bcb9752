"""Specs that are shown as they are stored: their shapes in the OpenAPI document are pydantic's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

Part = dict[str, Any]
_COMPONENTS: Final = "#/components/schemas/"
_SHOWN: Final[dict[str, Any]] = {}


class _Complete(GenerateJsonSchema):
    """Of an answer each field is there, also one that has a default."""

    def field_is_required(self, *_: Any, **__: Any) -> bool:
        return True


def shape_of(spec: Any, name: str) -> Part:
    """Return the reference to the shape of a spec, for the responses of an operation.

    Args:
        spec: what is shown: a spec, or several that their ``kind`` tells apart.
        name: of the component in the OpenAPI document; those inside it have their own names.
    """
    _SHOWN[name] = spec
    return {"$ref": f"{_COMPONENTS}{name}"}


def add_specs(result: Part, **_: Any) -> Part:
    """Write the components of all specs that are shown.

    A post-processing hook of drf-spectacular.

    Raises:
        ValueError: naming a component that there is twice.
    """
    schemas = result["components"]["schemas"]
    for name, spec in _SHOWN.items():
        for key, part in components_of(spec, name).items():
            if schemas.get(key, part) != part:
                raise ValueError(f"two shapes of the API are called {key}: rename one of them")
            schemas[key] = part
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def components_of(spec: Any, name: str) -> dict[str, Part]:
    """Return the shape of a spec and of those inside it, by the names of their components."""
    whole = TypeAdapter(spec).json_schema(
        mode="serialization",
        ref_template=f"{_COMPONENTS}{{model}}",
        schema_generator=_Complete,
    )
    parts = whole.pop("$defs", {})
    # Words to choose from and values of any kind are written where they stand.
    inline = {
        f"{_COMPONENTS}{key}": part for key, part in parts.items() if "properties" not in part
    }
    shapes = {key: part for key, part in parts.items() if "properties" in part} | {name: whole}
    return {key: _concise(part, inline) for key, part in shapes.items()}


def _concise(part: Any, inline: dict[str, Part]) -> Any:
    """Return a part of a schema without what says nothing to those who read an answer."""
    if isinstance(part, list):
        return [_concise(one, inline) for one in part]
    if not isinstance(part, dict):
        return part
    if part.get("$ref") in inline:
        return _concise(inline[part["$ref"]], inline)
    if _are_plain(part.get("anyOf", ())):
        kinds = [choice["type"] for choice in part["anyOf"]]
        part = {key: one for key, one in part.items() if key != "anyOf"} | {"type": kinds}
    # Of properties the keys are their names, not words of the schema.
    named = part.get("properties", {})
    fields = {name: _concise(field, inline) for name, field in named.items()}
    rest = {
        key: _concise(one, inline)
        for key, one in part.items()
        if key not in ("properties", "title", "default", "additionalProperties")
        or (key == "additionalProperties" and one is not False)
    }
    return rest | ({"properties": fields} if fields else {})


def _are_plain(choices: Sequence[Part]) -> bool:
    return bool(choices) and all(choice.keys() == {"type"} for choice in choices)
