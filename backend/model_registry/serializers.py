"""What the API shows and takes about models."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import InputSerializer, OutputSerializer, PersonSerializer
from backend.deployments.contracts import DEPLOYMENT_STATES


class TrainedOnSerializer(OutputSerializer):
    """A dataset version that a model was trained on."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    dataset_name = serializers.CharField()


class ServingDeploymentSerializer(OutputSerializer):
    """An endpoint that serves a model version."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=DEPLOYMENT_STATES)


class ModelVersionSerializer(OutputSerializer):
    """One version of a model."""

    id = serializers.UUIDField()
    project_id = serializers.UUIDField()
    model_id = serializers.UUIDField()
    model_name = serializers.CharField()
    number = serializers.IntegerField()
    training_run_id = serializers.UUIDField(allow_null=True)
    task = serializers.CharField()
    backbone = serializers.CharField()
    primary_metric = serializers.CharField()
    metric = serializers.FloatField()
    num_labels = serializers.IntegerField()
    labels = serializers.ListField(child=serializers.CharField())
    size_bytes = serializers.IntegerField()
    from_scratch = serializers.BooleanField()
    multi_label = serializers.BooleanField()
    dataset_versions = TrainedOnSerializer(many=True)
    created_at = serializers.DateTimeField()
    created_by = PersonSerializer(allow_null=True)
    deployments = ServingDeploymentSerializer(many=True)


class ModelVersionDetailSerializer(ModelVersionSerializer):
    """One version of a model with its manifest."""

    manifest = serializers.DictField(child=serializers.JSONField(allow_null=True))


class ModelVersionQuery(serializers.Serializer[Any]):
    """Which model versions to list."""

    project = serializers.UUIDField()


class PredictSerializer(InputSerializer):
    """An image file (multipart), or a sample of the same organisation (JSON): exactly one."""

    image = serializers.FileField(required=False)
    sample_id = serializers.UUIDField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse both and neither."""
        if len(attrs) != 1:
            raise serializers.ValidationError(
                "Send either 'image' or 'sample_id'.", code="image_or_sample"
            )
        return attrs


class PredictedLabelSerializer(OutputSerializer):
    """One label with its score in 0..1."""

    name = serializers.CharField()
    score = serializers.FloatField()


class PredictionSerializer(OutputSerializer):
    """What a model says about one image; ``latency_ms`` is the model server's own time."""

    results = PredictedLabelSerializer(many=True)
    latency_ms = serializers.FloatField()
