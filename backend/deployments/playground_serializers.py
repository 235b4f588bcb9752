"""What the API takes when a model version is tried before it is published."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import StrictUUIDField
from backend.deployments.contracts.predictions import OPTIONS, PredictionPartsSerializer


class PredictSerializer(PredictionPartsSerializer):
    """A sample of the same organisation, or the parts that the model's input consists of.

    The parts are named by the kind of input in the manifest: files (``image``, ``sound``,
    ``video``) come in a form, texts and ``data`` in a form or JSON.
    """

    sample_id = StrictUUIDField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a sample beside parts, and neither.

        Raises:
            ValidationError: ``parts_or_sample``.
        """
        parts = attrs.keys() - {"sample_id", *OPTIONS}
        if bool(parts) == ("sample_id" in attrs):
            raise serializers.ValidationError(
                "Send either 'sample_id' or the parts of the model's input.",
                code="parts_or_sample",
            )
        return attrs
