"""Shapes that extend another are written as such, and mean what they did."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings

from backend.api.extended_shapes import extensions

HOOK = "backend.api.extended_shapes.write_extensions"
TEXT = {"type": "string"}
FIELDS = dict.fromkeys(("name", "task", "state", "text"), TEXT)
BASE = {"type": "object", "properties": FIELDS, "required": ["name", "state"]}
LONG = {
    "type": "object",
    "description": "Long.",
    "properties": FIELDS | {"line": TEXT, "note": TEXT},
    "required": ["line", "name", "state"],
}


def test_a_shape_that_extends_another_is_written_as_it_and_its_own_fields() -> None:
    schemas = {"Base": BASE, "Long": LONG}
    assert extensions(deepcopy(schemas), {"Long": ["Base"], "Base": []}) == {
        "Long": {
            "description": "Long.",
            "allOf": [
                {"$ref": "#/components/schemas/Base"},
                {
                    "type": "object",
                    "properties": {"line": TEXT, "note": TEXT},
                    "required": ["line"],
                },
            ],
        }
    }


def test_the_nearest_of_its_ancestors_is_extended() -> None:
    longer = LONG | {"properties": LONG["properties"] | {"more": TEXT}}
    ancestors = {"Longer": ["Long", "Base"], "Long": ["Base"]}
    found = extensions({"Longer": longer, "Base": BASE, "Long": LONG}, ancestors)
    assert {name: shape["allOf"][0]["$ref"][21:] for name, shape in found.items()} == {
        "Longer": "Long",
        "Long": "Base",
    }


@pytest.mark.parametrize(
    "base",
    [
        pytest.param(BASE | {"required": ["name", "state", "text"]}, id="more is required"),
        pytest.param(BASE | {"required": ["name"]}, id="less is required"),
        pytest.param(BASE | {"properties": FIELDS | {"text": {}}}, id="a field of another type"),
        pytest.param(BASE | {"properties": FIELDS | {"other": TEXT}}, id="a field of its own"),
        pytest.param(BASE | {"properties": LONG["properties"]}, id="no field is added"),
        pytest.param(BASE | {"additionalProperties": False}, id="what is added would be refused"),
        pytest.param(
            {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}, id="too small"
        ),
        pytest.param({"type": "string", "enum": ["a"]}, id="no object"),
    ],
)
def test_a_shape_that_does_not_hold_another_just_as_it_is_stands_whole(base: Any) -> None:
    assert extensions({"Base": base, "Long": LONG}, {"Long": ["Base"]}) == {}


def test_a_shape_that_refuses_unknown_fields_stands_whole() -> None:
    closed = LONG | {"additionalProperties": False}
    assert extensions({"Base": BASE, "Long": closed}, {"Long": ["Base"]}) == {}


def test_every_shape_has_the_fields_that_it_has_without_extensions() -> None:
    hooks = settings.SPECTACULAR_SETTINGS["POSTPROCESSING_HOOKS"]
    short = _document()
    with patched_settings({"POSTPROCESSING_HOOKS": [one for one in hooks if one != HOOK]}):
        long = _document()
    schemas = short["components"]["schemas"]
    extended = [
        name for name, shape in schemas.items() if shape != long["components"]["schemas"][name]
    ]
    assert len(extended) > 10
    short["components"]["schemas"] = schemas | {
        name: _whole(schemas[name], schemas) for name in extended
    }
    assert _sorted(short) == _sorted(long)


def _document() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)


def _whole(shape: Any, schemas: Any) -> Any:
    """Return a shape with the fields of what it extends beside its own."""
    if "allOf" not in shape:
        return shape
    reference, added = shape["allOf"]
    base = _whole(schemas[reference["$ref"].removeprefix("#/components/schemas/")], schemas)
    assert not base["properties"].keys() & added["properties"].keys()
    assert base["type"] == added["type"]
    rest = {key: part for key, part in shape.items() if key != "allOf"}
    return rest | {
        "type": "object",
        "properties": base["properties"] | added["properties"],
        "required": base.get("required", []) + added.get("required", []),
    }


def _sorted(part: Any) -> Any:
    """Return a part of a document with its lists of required fields in order."""
    if isinstance(part, list):
        return [_sorted(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: sorted(one) if key == "required" and isinstance(one, list) else _sorted(one)
        for key, one in part.items()
    }
