"""What the API shows and takes about models."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import (
    OutputSerializer,
    PersonSerializer,
)
from backend.model_registry.contracts.serving import DEPLOYMENT_STATES


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
