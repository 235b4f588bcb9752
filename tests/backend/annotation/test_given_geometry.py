"""Geometries in a body are refused for fields that they do not have, as their schemas say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rest_framework.exceptions import ValidationError

from backend.annotation.contracts.shapes import GeometryField

GIVEN: dict[str, dict[str, Any]] = {
    "Box": {"kind": "box", "left": 1, "top": 2, "width": 3, "height": 4},
    "Quad": {"kind": "quad", "points": [[0, 0], [4, 0], [4, 4], [0, 4]]},
    "Polygon": {"kind": "polygon", "rings": [[[0, 0], [4, 0], [4, 4]]]},
    "Mask": {"kind": "mask", "size": [2, 2], "counts": "13"},
    "Span": {"kind": "span", "start": 0, "end": 2},
    "Segment": {"kind": "segment", "start_ms": 0, "end_ms": 9},
    "FrameBox": {
        "kind": "frame_box", "frame": 0, "track": 1,
        "left": 1, "top": 2, "width": 3, "height": 4,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", GIVEN)
def test_a_geometry_with_a_field_too_many_is_refused_as_its_schema_says(name: str) -> None:
    document = json.loads(Path("tests/golden/openapi.json").read_text())
    assert document["components"]["schemas"][f"{name}Request"]["additionalProperties"] is False
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        GeometryField().to_internal_value({**GIVEN[name], "colour": "red"})


def test_no_body_is_open_to_fields_that_are_not_known() -> None:
    document = json.loads(Path("tests/golden/openapi.json").read_text())
    schemas = document["components"]["schemas"].items()
    assert [
        name
        for name, schema in schemas
        if name.endswith("Request")
        and schema.get("type") == "object"
        and "properties" in schema
        and schema.get("additionalProperties") is not False
    ] == []
