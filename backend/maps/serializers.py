"""Shapes of maps and areas."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import InputSerializer, OutputSerializer, StrictFloatField
from backend.api.shapes import serializer_of
from backend.datasets.contracts.serializers.samples import SPLITS
from backend.jobs.contracts.serializers import JobSerializer
from backend.maps.contracts import MapView, PointsView
from backend.maps.models import EmbeddingMap

METHODS = ("", "pca", "tsne", "tsne_landmarks")


EmbeddingMapSerializer = serializer_of(
    MapView,
    "EmbeddingMap",
    state=serializers.ChoiceField(EmbeddingMap.State.choices),
    method=serializers.ChoiceField(METHODS, allow_blank=True),
    job=JobSerializer(allow_null=True),
)


MapPointsSerializer = serializer_of(
    PointsView,
    "MapPoints",
    split=serializers.ListField(child=serializers.ChoiceField(SPLITS, allow_null=True)),
)


class NewMapAreaSerializer(InputSerializer):
    """A closed line around a part of a map: corners (x, y) in 0..1."""

    outline = serializers.ListField(
        child=serializers.ListField(child=StrictFloatField(), min_length=2, max_length=2),
        min_length=3,
        max_length=2000,
    )


class MapAreaSerializer(OutputSerializer):
    """A part of a map; its samples are those of the filter ``area``."""

    id = serializers.UUIDField()
    num_samples = serializers.IntegerField()
