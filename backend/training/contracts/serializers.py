"""Training runs as the API shows them."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.catalog import TIERS
from backend.api.serializers import OutputSerializer, PersonSerializer
from backend.jobs.contracts.serializers import JobSerializer
from engine.catalog import TARGETS

TARGET_KEYS = sorted(TARGETS)


class UsedDatasetVersionSerializer(OutputSerializer):
    """A dataset version that a run trains on."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    dataset_id = serializers.UUIDField()
    dataset_name = serializers.CharField()


class InitialModelVersionSerializer(OutputSerializer):
    """The model version an incremental run starts from."""

    id = serializers.UUIDField()
    model_name = serializers.CharField()
    number = serializers.IntegerField()


class TrainingRunSerializer(OutputSerializer):
    """A training run and the job that carries it out."""

    id = serializers.UUIDField()
    project_id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    task = serializers.CharField()
    target = serializers.ChoiceField(choices=TARGET_KEYS)
    tier = serializers.ChoiceField(choices=TIERS)
    backbone = serializers.CharField()
    options = serializers.DictField(child=serializers.JSONField(allow_null=True))
    seed = serializers.IntegerField()
    pretrained = serializers.BooleanField()
    dataset_versions = UsedDatasetVersionSerializer(many=True)
    initial_model_version = InitialModelVersionSerializer(allow_null=True)
    rerun_of = serializers.UUIDField(allow_null=True)
    study_id = serializers.UUIDField(allow_null=True)
    data_fraction = serializers.FloatField()
    job = JobSerializer()
    primary_metric = serializers.CharField()
    best_metric = serializers.FloatField(allow_null=True)
    model_version_id = serializers.UUIDField(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
