"""Shapes of load tests."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import InputSerializer, StrictFloatField, StrictIntegerField
from backend.api.shapes import serializer_of
from backend.jobs.contracts.serializers import JobSerializer
from backend.load_tests.contracts import LoadStageView, LoadTestView
from engine.specs.load_test import MAX_CALLERS, MAX_STAGE_SECONDS, MAX_STAGES, MAX_TEST_SECONDS

LoadTestSerializer = serializer_of(
    LoadTestView,
    stages=serializer_of(LoadStageView)(many=True),
    job=JobSerializer(allow_null=True),
)


class LoadTestCreateSerializer(InputSerializer):
    """A test to begin: stages of so many callers, each of so many seconds, 120 in all at most."""

    default_error_messages = {
        "load_test_too_long": "All stages together may take {maximum} seconds, and would take "
        "{seconds}. Take fewer or shorter ones.",
    }

    revision = StrictIntegerField(min_value=1, required=False, allow_null=True)
    callers = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=MAX_CALLERS),
        min_length=1,
        max_length=MAX_STAGES,
        default=[1, 2, 4, 8, 16, 32],
    )
    seconds_per_stage = StrictIntegerField(min_value=1, max_value=MAX_STAGE_SECONDS, default=5)
    target_p99_ms = StrictFloatField(min_value=1, max_value=60_000, required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a test that is short enough.

        Raises:
            ValidationError: ``load_test_too_long``.
        """
        seconds = len(attrs["callers"]) * attrs["seconds_per_stage"]
        if seconds > MAX_TEST_SECONDS:
            self.fail("load_test_too_long", seconds=seconds, maximum=MAX_TEST_SECONDS)
        return attrs
