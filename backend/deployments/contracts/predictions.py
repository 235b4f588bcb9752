"""What a model is asked and what it says, as the API takes and shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from backend.api.serializers import InputSerializer, StrictCharField
from backend.api.shapes import serializer_of

MAX_TEXT = 1_000_000
OPTIONS = ("top_num", "threshold", "include_proba")


@dataclass(frozen=True)
class TriedPrediction:
    """What a model says about one request; ``latency_ms`` is how long its server took.

    The fields of each result depend on the ``response`` of the task's card.
    """

    results: list[dict[str, Any]]
    latency_ms: float


class PredictionPartsSerializer(InputSerializer):
    """The parts that the model's input consists of.

    The parts are named by the kind of input in the manifest: files (``image``, ``sound``,
    ``video``) come in a form, texts and ``data`` in a form or JSON.
    """

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


PredictionSerializer = serializer_of(
    TriedPrediction,
    "Prediction",
    results=serializers.ListField(
        child=serializers.DictField(child=serializers.JSONField(allow_null=True))
    ),
)
