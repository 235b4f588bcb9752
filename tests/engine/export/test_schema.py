"""The manifest's schema is a golden file: a change of the format shows up in review."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest

from tests.engine.export.manifest_schema import manifest_schema

GOLDEN = Path(__file__).parents[3] / "deploy" / "sdk" / "manifest.schema.json"


def test_schema_file_is_the_schema_of_the_manifest() -> None:
    if os.environ.get("UPDATE_GOLDEN") == "1":
        GOLDEN.write_text(manifest_schema(), "utf-8")
    assert GOLDEN.read_text("utf-8") == manifest_schema(), "UPDATE_GOLDEN=1 rewrites the file"


def test_manifest_of_a_package_follows_the_schema(package: Path) -> None:
    manifest = json.loads((package / "manifest.json").read_text("utf-8"))
    schema = json.loads(GOLDEN.read_text("utf-8"))
    jsonschema.validate(manifest, schema)
    manifest["preprocessing"][0]["op"] = "guess"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(manifest, schema)
