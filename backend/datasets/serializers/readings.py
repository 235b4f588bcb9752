"""Shapes of how the files of tables are read."""

from __future__ import annotations

import json
from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from pydantic import ValidationError
from rest_framework import serializers

from backend.api.serializers import InputSerializer, OutputSerializer
from backend.api.shapes import serializer_of
from backend.datasets.media.properties import Problem
from engine.formats.tables.column_preview import ColumnPreview, LookedRole
from engine.formats.tables.preview import PreviewedColumn
from engine.formats.tables.raw_tables import FileKind
from engine.specs.samples.column_mapping import ColumnMapping
from engine.specs.samples.table_reading import ReadingReason, TableReading
from engine.specs.spec import Spec

_GIVEN = "GivenTableReading"
_SCHEMA = TableReading.model_json_schema(ref_template="#/components/schemas/{model}")
_COLUMN_KIND = _SCHEMA.pop("$defs")["ColumnKindSpec"]
_SCHEMA["properties"]["kinds"]["items"] = _COLUMN_KIND
for _part in _SCHEMA["properties"].values():
    # Clients generated from a schema with defaults would ask for every part.
    _part.pop("default", None)
_MAPPING = ColumnMapping.model_json_schema(ref_template="#/components/schemas/{model}")
_MAPPING["properties"]["columns"]["items"] = _MAPPING.pop("$defs")["MappedColumn"]
for _part in _MAPPING["properties"].values():
    _part.pop("default", None)


class _SpecField(serializers.Field[Spec, Any, Any, Any]):
    """A spec as an object, or as its JSON text in forms."""

    default_error_messages = {"reading_invalid": "{reason}"}
    spec: type[Spec]

    def to_internal_value(self, data: Any) -> Spec:
        """Return the spec.

        Raises:
            ValidationError: when it is none.
        """
        try:
            return self.spec.model_validate_json(
                data if isinstance(data, str) else json.dumps(data)
            )
        except (ValidationError, ValueError, TypeError) as error:
            reason = "Expected an object."
            if isinstance(error, ValidationError):
                first = error.errors(include_url=False)[0]
                place = ".".join(map(str, first["loc"]))
                reason = f"{place}: {first['msg']}" if place else str(first["msg"])
            self.fail("reading_invalid", reason=reason)

    def to_representation(self, value: Any) -> Any:
        """Return it as an object."""
        return value.model_dump(mode="json") if isinstance(value, Spec) else value


class _ReadingField(_SpecField):
    spec = TableReading


@extend_schema_field({**_SCHEMA, "title": _GIVEN})
class GivenReadingField(_ReadingField):
    """How a table is to be read; what is left out is guessed."""


@extend_schema_field(
    {
        "title": _SCHEMA["title"],
        "description": _SCHEMA["description"],
        "type": "object",
        # Generators of clients take a reference that stands alone for all that there is.
        "allOf": [{"$ref": f"#/components/schemas/{_GIVEN}"}, {}],
        "required": sorted(_SCHEMA["properties"]),
    }
)
class ReadingField(_ReadingField):
    """How a table is read, nothing left to guess."""


@extend_schema_field({**_MAPPING, "required": []})
class GivenMappingField(_SpecField):
    """Which columns are what; roles that are left out are guessed."""

    spec = ColumnMapping


ReadingReasonSerializer = serializer_of(
    ReadingReason,
)


PreviewedColumnSerializer = serializer_of(
    PreviewedColumn, without=("unit", "num_bracketed", "word_on_top")
)


# What of a file does not come in as it stands there.
PreviewNoteSerializer = serializer_of(Problem, "PreviewNote", without=("place",))


class TablePreviewSerializer(OutputSerializer):
    """How a table is read, why, and its first rows read so.

    ``num_rows`` are the rows looked at, ``num_uneven`` those of them with another number of cells.
    ``changed`` are the parts of the reading that would be guessed otherwise.
    ``notes`` are what an import of the file would say beside the reasons.
    ``sheets`` are those of a workbook; ``reading.sheet`` is read, the first where it is empty.
    ``is_plain`` tells a file that is kept as it is; another is kept beside the table made of it.
    """

    reading = ReadingField()
    changed = serializers.ListField(child=serializers.CharField())
    reasons = ReadingReasonSerializer(many=True)
    columns = PreviewedColumnSerializer(many=True)
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    num_rows = serializers.IntegerField()
    num_uneven = serializers.IntegerField()
    num_named_anew = serializers.IntegerField()
    sheets = serializers.ListField(child=serializers.CharField())
    file_kind = serializers.ChoiceField(get_args(FileKind))
    notes = PreviewNoteSerializer(many=True)
    is_plain = serializers.BooleanField()


PreviewedRoleSerializer = serializer_of(
    LookedRole,
    "PreviewedRole",
    reason=ReadingReasonSerializer(allow_null=True),
)


ColumnPreviewSerializer = serializer_of(
    ColumnPreview,
    reading=ReadingField(),
    roles=PreviewedRoleSerializer(many=True),
)


class SampleReadingSerializer(InputSerializer):
    """How a table of a dataset is to be read; the latest one, unless a sample is named."""

    sample = serializers.UUIDField(required=False)
    reading = GivenReadingField()
