"""Shapes of uploads."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from backend.api.catalog import FORMATS
from backend.api.received import ReceivedFileField
from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictCharField,
    StrictIntegerField,
)
from backend.api.shapes import serializer_of
from backend.datasets.models import Import
from backend.datasets.serializers.readings import GivenMappingField, GivenReadingField
from backend.datasets.services.importing.ingestion import Outcome
from backend.jobs.contracts.serializers import JobSerializer
from engine.specs.samples.column_mapping import ColumnMapping
from engine.specs.samples.table_reading import TableReading

OUTCOMES = ("added", "duplicate", "restored", "rejected")
MAX_REFERENCES = 1000
MAX_FILES_PER_REQUEST = 64
MAX_NAMES = 20_000
SHA256 = r"^[0-9a-f]{64}$"


class ArchiveSerializer(OutputSerializer):
    """A zip or data file that is being uploaded or read."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    num_bytes = serializers.IntegerField()
    num_received = serializers.IntegerField()
    job = JobSerializer(allow_null=True)


class LeftOutSerializer(OutputSerializer):
    """Annotations, or parts of regions, that were left out for one reason."""

    code = serializers.CharField()
    num = serializers.IntegerField()
    is_detail = serializers.BooleanField()


class ImportedAnnotationsSerializer(OutputSerializer):
    """What became of the annotations (labels, regions, relations, texts and values) of an upload.

    ``num_given`` is the sum of ``num_taken`` (of which ``num_regions`` are regions), ``num_same``
    (there already) and what was left out. ``num_merged`` counts files that added to what another of
    the same content said, ``num_replaced`` samples that were annotated otherwise before, and
    ``num_negative`` those that were said to show nothing. Details that were left out are key points
    and attributes of regions.
    """

    num_given = serializers.IntegerField()
    num_taken = serializers.IntegerField()
    num_regions = serializers.IntegerField()
    num_same = serializers.IntegerField()
    num_merged = serializers.IntegerField()
    num_replaced = serializers.IntegerField()
    num_negative = serializers.IntegerField()
    left_out = LeftOutSerializer(many=True)


class ImportSerializer(OutputSerializer):
    """One upload session and its outcome so far."""

    id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    format = serializers.ChoiceField(FORMATS)
    datumaro_format = serializers.CharField(allow_blank=True)
    reading = GivenReadingField()
    mapping = GivenMappingField()
    state = serializers.ChoiceField(Import.State.choices)
    num_added = serializers.IntegerField()
    num_duplicate = serializers.IntegerField()
    num_rejected = serializers.IntegerField()
    num_labelled = serializers.IntegerField()
    existing = serializers.ChoiceField(Import.Existing.choices)
    annotations = ImportedAnnotationsSerializer(source="described_annotations")
    archives = ArchiveSerializer(many=True, source="described_archives")
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class NewImportSerializer(InputSerializer):
    """The layout of what will be sent: one of the ``formats`` of the task's card.

    With a ``datumaro_format``, one of the further formats, it is converted to ``json_lines`` first.
    ``existing`` says what becomes of statements about samples that were annotated before: what is
    there is kept, what is new is merged with it, or it is replaced.
    ``reading`` says how tables are read, ``mapping`` which of their columns is what; what they
    leave out is guessed.
    """

    format = serializers.ChoiceField(FORMATS)
    datumaro_format = StrictCharField(max_length=60, required=False, default="", allow_blank=True)
    existing = serializers.ChoiceField(Import.Existing.choices, required=False)
    reading = GivenReadingField(required=False, default=TableReading)
    mapping = GivenMappingField(required=False, default=ColumnMapping)


class ImportProblemSerializer(OutputSerializer):
    """A file or row that was rejected or changed, and why."""

    name = serializers.CharField()
    code = serializers.CharField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))
    message = serializers.CharField()


class HashesSerializer(InputSerializer):
    """Contents that the client holds."""

    sha256s = serializers.ListField(child=serializers.RegexField(SHA256), max_length=1000)


class KnownHashesSerializer(OutputSerializer):
    """Contents that the dataset has already."""

    known = serializers.ListField(child=serializers.CharField())


class FileReferenceSerializer(InputSerializer):
    """A file that the client holds: its relative path, and its content."""

    path = StrictCharField(max_length=5000, trim_whitespace=False)
    sha256 = serializers.RegexField(SHA256)


class FileReferencesSerializer(InputSerializer):
    """Files whose contents the dataset may have already."""

    files = serializers.ListField(
        child=FileReferenceSerializer(), allow_empty=False, max_length=MAX_REFERENCES
    )


class ImportFilesSerializer(InputSerializer):
    """Files that are one sample each; each filename is the relative path, unless ``paths`` says it.

    A form has ``%22`` for a quotation mark in a filename, which a name may hold as well: ``paths``
    are taken as they are.
    """

    files = serializers.ListField(
        child=ReceivedFileField(), allow_empty=False, max_length=MAX_FILES_PER_REQUEST
    )
    paths = serializers.ListField(
        child=serializers.CharField(trim_whitespace=False),
        required=False,
        max_length=MAX_FILES_PER_REQUEST,
        help_text="The relative path of each file, in their order.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Give each file its path."""
        files, paths = attrs["files"], attrs.get("paths")
        if not paths:
            return attrs
        if len(paths) != len(files):
            raise serializers.ValidationError(
                {"paths": f"There are {len(paths)} paths for {len(files)} files."}
            )
        named = [replace(file, path=path) for file, path in zip(files, paths, strict=True)]
        return {**attrs, "files": named}


class TablePreviewSerializer(InputSerializer):
    """A table's file, or its first megabyte, and how it is to be read."""

    file = ReceivedFileField()
    reading = GivenReadingField(required=False, default=TableReading)
    # A form holds texts and files only, no booleans.
    is_whole = serializers.ChoiceField(["true", "false"], default="true")


class ColumnPreviewSerializer(TablePreviewSerializer):
    """A table's file, or its first megabyte, of a format whose columns people may name."""

    format = serializers.ChoiceField(FORMATS)
    mapping = GivenMappingField(required=False, default=ColumnMapping)


class DetectionSerializer(InputSerializer):
    """The paths of files, as a JSON list, and the beginnings of some of them."""

    names = StrictCharField(max_length=4_000_000)
    files = serializers.ListField(
        child=ReceivedFileField(), required=False, default=list, max_length=MAX_FILES_PER_REQUEST
    )

    def validate_names(self, value: str) -> list[str]:
        """Return the paths.

        Raises:
            ValidationError: when it is no list of texts.
        """
        try:
            names = json.loads(value)
        except ValueError as error:
            raise serializers.ValidationError("Expected a JSON list of paths.") from error
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise serializers.ValidationError("Expected a JSON list of paths.")
        return names[:MAX_NAMES]


class FormatGuessSerializer(OutputSerializer):
    """A format that files may be in, and why; ``score`` in 0..1 compares guesses."""

    format = serializers.ChoiceField(FORMATS)
    score = serializers.FloatField(source="sign.score")
    code = serializers.CharField(source="sign.code")
    params = serializers.DictField(
        child=serializers.JSONField(allow_null=True), source="sign.params"
    )
    message = serializers.CharField(source="sign.message")


class FormatGuessesSerializer(OutputSerializer):
    """The formats that files may be in, the likeliest first."""

    guesses = FormatGuessSerializer(many=True)


FileOutcomeSerializer = serializer_of(
    Outcome, "FileOutcome", outcome=serializers.ChoiceField(OUTCOMES)
)


class FileOutcomesSerializer(OutputSerializer):
    """What became of each file, in the order they were sent."""

    outcomes = FileOutcomeSerializer(many=True)


ReferenceOutcomeSerializer = serializer_of(
    Outcome, "ReferenceOutcome", outcome=serializers.ChoiceField((*OUTCOMES, "unknown"))
)


class ReferenceOutcomesSerializer(OutputSerializer):
    """What became of each reference, in the order they were given."""

    outcomes = ReferenceOutcomeSerializer(many=True)


class NewArchiveSerializer(InputSerializer):
    """A zip, or one file of a format that holds many samples, that is about to be sent."""

    name = NameField(max_length=500)
    num_bytes = StrictIntegerField(min_value=1, max_value=2**50)


class FolderSourceSerializer(InputSerializer):
    """A folder of the server; ``path`` is below the allowed folder of that number."""

    kind = serializers.ChoiceField(["folder"])
    folder = StrictIntegerField(min_value=0, max_value=1000)
    path = StrictCharField(max_length=1000, allow_blank=True, default="")


class BucketSourceSerializer(InputSerializer):
    """What lies below a prefix of a bucket: ``s3://bucket/folder``."""

    kind = serializers.ChoiceField(["bucket"])
    address = StrictCharField(max_length=1000)


class WebSourceSerializer(InputSerializer):
    """Files at web addresses."""

    kind = serializers.ChoiceField(["web"])
    addresses = serializers.ListField(
        child=StrictCharField(max_length=2000), allow_empty=False, max_length=50_000
    )


_KINDS: dict[str, type[InputSerializer]] = {
    "folder": FolderSourceSerializer,
    "bucket": BucketSourceSerializer,
    "web": WebSourceSerializer,
}


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="ImportPlace",
        serializers=dict(_KINDS),
        resource_type_field_name="kind",
    )
)
class NewSourceField(serializers.Field[Any, Any, Any, Any]):
    """Where files are that stay where they are."""

    default_error_messages = {"unknown": "Expected an object with the kind folder, bucket or web."}

    def to_internal_value(self, data: Any) -> Any:
        """Return the fields of the kind that is named.

        Raises:
            ValidationError: when they do not fit it.
        """
        kind = data.get("kind") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in _KINDS:
            self.fail("unknown")
        serializer = _KINDS[kind](data=data)
        serializer.is_valid(raise_exception=True)
        return serializer.validated_data


class NewSourceSerializer(InputSerializer):
    """Files that a worker takes in where they are."""

    place = NewSourceField()


class ChunkQuerySerializer(InputSerializer):
    """Where in the archive the chunk begins."""

    offset = serializers.IntegerField(min_value=0, max_value=2**50)
