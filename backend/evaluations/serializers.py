"""Shapes of evaluations."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import InputSerializer, StrictUUIDField
from backend.api.shapes import serializer_of
from backend.evaluations.contracts import EvaluationView
from backend.jobs.contracts.serializers import JobSerializer
from engine.specs.evaluations import MAX_MODELS

EvaluationSerializer = serializer_of(EvaluationView, job=JobSerializer(allow_null=True))


class NewEvaluationSerializer(InputSerializer):
    """Which model versions are measured on which frozen version of a dataset.

    The first model version is what the others are compared with. With a tag, samples that have it
    are measured by themselves as well.
    """

    model_version_ids = serializers.ListField(
        child=StrictUUIDField(), min_length=1, max_length=MAX_MODELS
    )
    dataset_version_id = StrictUUIDField()
    tag_id = StrictUUIDField(required=False, allow_null=True)


class EvaluationQuerySerializer(InputSerializer):
    """Whose evaluations to list: those of a project, or of a model version of it."""

    project = serializers.UUIDField()
    model_version = serializers.UUIDField(required=False)
