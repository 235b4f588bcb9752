"""The OpenAPI document: every operation lists the errors it can answer with."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from backend.api.serializers import OutputSerializer


class ProblemItem(OutputSerializer):
    """One wrong field, by JSON pointer."""

    pointer = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)


class Problem(OutputSerializer):
    """problem+json (RFC 9457) with a code to translate by."""

    type = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)
    params = serializers.DictField(
        child=serializers.JSONField(allow_null=True), help_text="Values named in the message."
    )
    errors = ProblemItem(many=True)


class ApiSchema(AutoSchema):
    """Adds the common error answers to every operation."""

    common_errors = ("400", "401", "403", "404", "405", "409", "413", "415", "422", "429", "503")

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operation with its error answers documented."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        reference = self.resolve_serializer(Problem, "response").ref
        for status in self.common_errors:
            operation["responses"].setdefault(
                status,
                {
                    "description": "Problem",
                    "content": {"application/problem+json": {"schema": reference}},
                },
            )
        return operation
