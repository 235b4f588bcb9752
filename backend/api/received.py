"""The field of a file that a request brings."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from backend.api.parsers import ReceivedFile


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
