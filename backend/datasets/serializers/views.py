"""Shapes of saved views and tags."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import InputSerializer, NameField, OutputSerializer, StrictCharField
from backend.api.shapes import serializer_of
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.serializers.samples import (
    ORDERINGS,
    SampleFilterSerializer,
    SelectionSerializer,
)
from backend.datasets.selectors.saved_views import ViewOfSamples

TAG_MODES = ("add", "remove")


SavedViewSerializer = serializer_of(
    ViewOfSamples,
    "SavedView",
    query=SampleFilterSerializer(),
    ordering=serializers.ChoiceField(ORDERINGS),
)


class SavedViewsSerializer(OutputSerializer):
    """All saved views of a dataset by name."""

    results = SavedViewSerializer(many=True)


class NewSavedViewSerializer(InputSerializer):
    """A view to save."""

    name = NameField(max_length=120)
    query = SampleFilterSerializer()
    ordering = serializers.ChoiceField(ORDERINGS, default="-created_at")

    def validate_query(self, value: Any) -> SampleFilter:
        """Return the filter."""
        return SampleFilter(**value)


class SavedViewChangeSerializer(InputSerializer):
    """What may be changed about a view."""

    name = NameField(max_length=120, required=False)
    query = SampleFilterSerializer(required=False)
    ordering = serializers.ChoiceField(ORDERINGS, required=False)

    def validate_query(self, value: Any) -> SampleFilter:
        """Return the filter."""
        return SampleFilter(**value)


class TagSerializer(OutputSerializer):
    """A word that samples are sorted by."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    num_samples = serializers.IntegerField()


class TagsSerializer(OutputSerializer):
    """All tags of a dataset by name."""

    results = TagSerializer(many=True)


class TagChangeSerializer(InputSerializer):
    """A tag's new name."""

    name = NameField(max_length=60)


class TaggingSerializer(SelectionSerializer):
    """A tag by name, which is made when there is none, and the samples to put it on or take off."""

    tag = StrictCharField(max_length=60)
    mode = serializers.ChoiceField(TAG_MODES)
