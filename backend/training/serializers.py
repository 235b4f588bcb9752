"""Shapes of training runs."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import OutputSerializer


class TrainingRunSerializer(OutputSerializer):
    """One training of one network on frozen data."""

    id = serializers.UUIDField()
