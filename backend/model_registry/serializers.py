"""Shapes of model versions."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import OutputSerializer


class ModelVersionSerializer(OutputSerializer):
    """One model package."""

    id = serializers.UUIDField()
