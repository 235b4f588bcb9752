"""Shapes of click-to-segment."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.contracts.shapes import MaskSerializer
from backend.api.serializers import (
    InputSerializer,
    StrictBooleanField,
    StrictFloatField,
)
from backend.api.shapes import serializer_of
from backend.segmenting.contracts import STATES, Segmentation, SegmenterStatus

MAX_POINTS = 64


SegmenterStatusSerializer = serializer_of(
    SegmenterStatus,
    state=serializers.ChoiceField(STATES),
)


class WakeSerializer(InputSerializer):
    """Whether to try again what has failed."""

    again = StrictBooleanField(default=False)


class ClickSerializer(InputSerializer):
    """A click on the thing, or beside it, in pixels of the upright image."""

    x = StrictFloatField()
    y = StrictFloatField()
    positive = StrictBooleanField(default=True)


class PromptBoxSerializer(InputSerializer):
    """A rectangle around the thing, in pixels of the upright image."""

    left = StrictFloatField()
    top = StrictFloatField()
    width = StrictFloatField(min_value=1e-3)
    height = StrictFloatField(min_value=1e-3)


class SegmentPromptSerializer(InputSerializer):
    """What is pointed at: clicks, a box, or both."""

    points = serializers.ListField(child=ClickSerializer(), required=False, max_length=MAX_POINTS)
    box = PromptBoxSerializer(required=False, allow_null=True)


SegmentationSerializer = serializer_of(
    Segmentation,
    geometry=MaskSerializer(allow_null=True),
)
