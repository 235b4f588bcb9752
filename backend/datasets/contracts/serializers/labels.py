"""Labels, and the attributes that their regions have."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import OutputSerializer
from backend.api.shapes import serializer_of
from engine.specs.data import AttributeDefinition, AttributeKind

ATTRIBUTE_KINDS = tuple(kind.value for kind in AttributeKind)


AttributeDefinitionSerializer = serializer_of(AttributeDefinition)


class LabelSerializer(OutputSerializer):
    """A name that samples, their regions and relations between them can be given."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    color = serializers.CharField()
    description = serializers.CharField()
    position = serializers.IntegerField()
    num_samples = serializers.IntegerField()
    num_regions = serializers.IntegerField()
    num_relations = serializers.IntegerField()
    attributes = AttributeDefinitionSerializer(many=True)
