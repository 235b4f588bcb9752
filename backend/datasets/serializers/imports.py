"""Shapes of uploads."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from backend.api.catalog import FORMATS
from backend.api.parsers import ReceivedFile
from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    StrictCharField,
    StrictIntegerField,
)
from backend.datasets.models import Import
from backend.jobs.serializers import JobSerializer

OUTCOMES = ("added", "duplicate", "restored", "rejected")
MAX_FILES_PER_REQUEST = 64
SHA256 = r"^[0-9a-f]{64}$"


class ArchiveSerializer(OutputSerializer):
    """A zip or data file that is being uploaded or read."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    num_bytes = serializers.IntegerField()
    num_received = serializers.IntegerField()
    job = JobSerializer(allow_null=True)


class ImportSerializer(OutputSerializer):
    """One upload session and its outcome so far."""

    id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    format = serializers.ChoiceField(FORMATS)
    state = serializers.ChoiceField(Import.State.choices)
    num_added = serializers.IntegerField()
    num_duplicate = serializers.IntegerField()
    num_rejected = serializers.IntegerField()
    num_labelled = serializers.IntegerField()
    archives = ArchiveSerializer(many=True, source="described_archives")
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class NewImportSerializer(InputSerializer):
    """The layout of what will be sent: one of the ``formats`` of the task's card."""

    format = serializers.ChoiceField(FORMATS)


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


@extend_schema_field(OpenApiTypes.BINARY)
class ReceivedFileField(serializers.Field[ReceivedFile, Any, Any, Any]):
    """A file part."""

    default_error_messages = {"not_a_file": "Expected a file with a filename."}

    def to_internal_value(self, data: Any) -> ReceivedFile:
        """Return the file.

        Raises:
            ValidationError: when the part is no file.
        """
        if not isinstance(data, ReceivedFile):
            self.fail("not_a_file")
        return data


class ImportFilesSerializer(InputSerializer):
    """Files that are one sample each; each filename is the relative path."""

    files = serializers.ListField(
        child=ReceivedFileField(), allow_empty=False, max_length=MAX_FILES_PER_REQUEST
    )


class FileOutcomeSerializer(OutputSerializer):
    """What became of one file."""

    name = serializers.CharField()
    outcome = serializers.ChoiceField(OUTCOMES)
    code = serializers.CharField(allow_null=True)
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))
    message = serializers.CharField(allow_null=True)
    sample_id = serializers.UUIDField(allow_null=True)


class FileOutcomesSerializer(OutputSerializer):
    """What became of each file, in the order they were sent."""

    outcomes = FileOutcomeSerializer(many=True)


class NewArchiveSerializer(InputSerializer):
    """A zip, or one file of a format that holds many samples, that is about to be sent."""

    name = StrictCharField(max_length=500)
    num_bytes = StrictIntegerField(min_value=1, max_value=2**50)


class ChunkQuerySerializer(InputSerializer):
    """Where in the archive the chunk begins."""

    offset = serializers.IntegerField(min_value=0, max_value=2**50)
