"""The JSON Schema of ``manifest.json``, for runtimes that are not written in Python."""

from __future__ import annotations

import json

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import DataclassField, ModelField, TypedDictField

from engine.specs.package.manifest import Manifest


class _Written(GenerateJsonSchema):
    """Requires every field: the exporter writes those that have a default, too."""

    def field_is_required(
        self, field: ModelField | DataclassField | TypedDictField, total: bool
    ) -> bool:
        return True


def manifest_schema() -> str:
    """Return the schema as JSON text."""
    schema = {
        "$schema": _Written.schema_dialect,
        "$id": "easel-manifest-1",
        **Manifest.model_json_schema(mode="serialization", schema_generator=_Written),
    }
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"
