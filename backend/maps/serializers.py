"""Shapes of maps and areas."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    PersonSerializer,
    StrictFloatField,
)
from backend.datasets.contracts.serializers.samples import SPLITS
from backend.jobs.contracts.serializers import JobSerializer
from backend.maps.models import EmbeddingMap

METHODS = ("", "pca", "tsne", "tsne_landmarks")


class EmbeddingMapSerializer(OutputSerializer):
    """Samples of a dataset laid out on a plane by their embeddings.

    ``num_samples`` of ``num_live`` were drawn; ``num_unreadable`` have no place.
    """

    id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    state = serializers.ChoiceField(EmbeddingMap.State.choices)
    method = serializers.ChoiceField(METHODS, allow_blank=True)
    num_live = serializers.IntegerField()
    num_samples = serializers.IntegerField()
    num_unreadable = serializers.IntegerField()
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class MapPointsSerializer(OutputSerializer):
    """The points of a map by columns; places are in 0..1, ``y`` counts from the top.

    ``distance`` tells how unlike its nearest neighbours a sample is. ``label`` is the only label
    of a whole sample, ``split`` that of the newest version, ``passes`` whether it passes filters.
    """

    ids = serializers.ListField(child=serializers.UUIDField())
    x = serializers.ListField(child=serializers.FloatField())
    y = serializers.ListField(child=serializers.FloatField())
    distance = serializers.ListField(child=serializers.FloatField())
    label = serializers.ListField(child=serializers.UUIDField(allow_null=True))  # type: ignore[assignment]
    split = serializers.ListField(child=serializers.ChoiceField(SPLITS, allow_null=True))
    passes = serializers.ListField(child=serializers.BooleanField())
    version_number = serializers.IntegerField(allow_null=True)


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
