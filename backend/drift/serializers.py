"""Shapes of drift."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import InputSerializer, StrictIntegerField
from backend.api.shapes import serializer_of
from backend.drift.contracts import (
    DeploymentDrift,
    DriftSettingsView,
    DriftWindowReport,
    DriftWindowView,
)

MIN_WINDOW_CALLS, MAX_WINDOW_CALLS = 50, 100_000

DriftWindowSerializer = serializer_of(DriftWindowView)


DriftWindowReportSerializer = serializer_of(DriftWindowReport)


DeploymentDriftSerializer = serializer_of(DeploymentDrift)


DriftSettingsSerializer = serializer_of(DriftSettingsView)


class DriftSettingsUpdateSerializer(InputSerializer):
    """When windows of calls end, and how long they are kept; what is left out stays."""

    window_calls = StrictIntegerField(
        min_value=MIN_WINDOW_CALLS, max_value=MAX_WINDOW_CALLS, required=False
    )
    window_hours = StrictIntegerField(min_value=1, max_value=31 * 24, required=False)
    keep_days = StrictIntegerField(min_value=1, max_value=3660, required=False)


class DriftWindowQuery(serializers.Serializer[Any]):
    """Which windows to list."""

    revision = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
