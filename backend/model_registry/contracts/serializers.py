"""What the API shows and takes about models."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import OutputSerializer
from backend.api.shapes import serializer_of
from backend.model_registry.contracts import ModelVersionView, TrainedOn
from backend.model_registry.contracts.serving import DEPLOYMENT_STATES

TrainedOnSerializer = serializer_of(TrainedOn)


class ServingDeploymentSerializer(OutputSerializer):
    """An endpoint that serves a model version."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=DEPLOYMENT_STATES)


ModelVersionSerializer = serializer_of(
    ModelVersionView, without=("manifest",), deployments=ServingDeploymentSerializer(many=True)
)


ModelVersionDetailSerializer = serializer_of(
    ModelVersionView, "ModelVersionDetail", extends=ModelVersionSerializer
)


class ModelVersionQuery(serializers.Serializer[Any]):
    """Which model versions to list."""

    project = serializers.UUIDField()
