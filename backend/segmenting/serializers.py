"""Shapes of click-to-segment."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.contracts.shapes import MaskSerializer
from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    StrictBooleanField,
    StrictFloatField,
)
from backend.segmenting.contracts import STATES

MAX_POINTS = 64


class SegmenterErrorSerializer(OutputSerializer):
    """Why the model does not answer."""

    code = serializers.CharField()
    params = serializers.DictField(child=serializers.JSONField())
    message = serializers.CharField()


class SegmenterStatusSerializer(OutputSerializer):
    """How far the model is from answering clicks; ``absent`` without configured weights."""

    state = serializers.ChoiceField(STATES)
    name = serializers.CharField(allow_null=True)
    error = SegmenterErrorSerializer(allow_null=True)


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


class SegmentationSerializer(OutputSerializer):
    """What was pointed at: ``geometry`` is null where the model finds nothing."""

    model = serializers.CharField()
    geometry = MaskSerializer(allow_null=True)
    score = serializers.FloatField(allow_null=True)
