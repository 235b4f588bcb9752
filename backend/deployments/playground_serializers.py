"""What the API takes and shows when a model version is tried before it is published."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    StrictCharField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.deployments.services.predictions import TriedPrediction

MAX_TEXT = 1_000_000


class PredictSerializer(InputSerializer):
    """A sample of the same organisation, or the parts that the model's input consists of.

    The parts are named by the kind of input in the manifest: files (``image``, ``sound``,
    ``video``) come in a form, texts and ``data`` in a form or JSON.
    """

    sample_id = StrictUUIDField(required=False)
    image = serializers.FileField(required=False)
    sound = serializers.FileField(required=False)
    video = serializers.FileField(required=False)
    text = StrictCharField(required=False, trim_whitespace=False, max_length=MAX_TEXT)
    text1 = StrictCharField(required=False, trim_whitespace=False, max_length=MAX_TEXT)
    text2 = StrictCharField(required=False, trim_whitespace=False, max_length=MAX_TEXT)
    data = serializers.JSONField(required=False)  # type: ignore[assignment]
    top_num = serializers.IntegerField(required=False, min_value=1, max_value=10_000)
    threshold = serializers.FloatField(required=False, min_value=0, max_value=1)
    # Of a form, a missing flag would be false.
    include_proba = serializers.BooleanField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a sample beside parts, and neither.

        Raises:
            ValidationError: ``parts_or_sample``.
        """
        parts = attrs.keys() - {"sample_id", "top_num", "threshold", "include_proba"}
        if bool(parts) == ("sample_id" in attrs):
            raise serializers.ValidationError(
                "Send either 'sample_id' or the parts of the model's input.",
                code="parts_or_sample",
            )
        return attrs


PredictionSerializer = serializer_of(
    TriedPrediction,
    "Prediction",
    results=serializers.ListField(
        child=serializers.DictField(child=serializers.JSONField(allow_null=True))
    ),
)
