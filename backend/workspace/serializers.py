"""Shapes of projects."""

from __future__ import annotations

from rest_framework import serializers

from backend.accounts.contracts import Role
from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictCharField,
    StrictUUIDField,
)
from backend.audit.contracts import AuditEntrySerializer
from backend.datasets.contracts.serializers.versions import DatasetVersionSerializer
from backend.jobs.contracts.serializers import JobSerializer
from backend.model_registry.contracts.serializers import ModelVersionSerializer
from backend.training.contracts.serializers import TrainingRunSerializer
from engine.catalog import TASKS

NEXT_ACTIONS = ("upload", "label", "freeze", "train", "wait", "publish", "call")


class ProjectSerializer(OutputSerializer):
    """The unit people work in."""

    id = serializers.UUIDField()
    organisation_id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField()
    task = serializers.ChoiceField(tuple(TASKS))
    is_sample = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    role = serializers.ChoiceField(Role.choices)
    job = JobSerializer(allow_null=True)


class TrashedProjectSerializer(OutputSerializer):
    """A project in the trash, and what it still takes."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    task = serializers.ChoiceField(tuple(TASKS))
    trashed_at = serializers.DateTimeField()
    num_samples = serializers.IntegerField()
    num_bytes = serializers.IntegerField()
    num_models = serializers.IntegerField()
    num_deployments = serializers.IntegerField()
    purge_started_at = serializers.DateTimeField(allow_null=True)
    job = JobSerializer(allow_null=True)


class PurgePreviewSerializer(OutputSerializer):
    """What deleting a project for good would take away, and how many bytes it would free."""

    name = serializers.CharField()
    num_samples = serializers.IntegerField()
    num_versions = serializers.IntegerField()
    num_runs = serializers.IntegerField()
    num_models = serializers.IntegerField()
    num_deployments = serializers.IntegerField()
    num_bytes = serializers.IntegerField()
    num_bytes_shared = serializers.IntegerField()


class PurgeSerializer(InputSerializer):
    """The name of a project, to say that it and no other is meant."""

    name = StrictCharField(max_length=200)


class ProjectQuerySerializer(InputSerializer):
    """Which projects to list."""

    organisation = serializers.UUIDField()
    search = serializers.CharField(required=False, allow_blank=True, max_length=200)


class NewProjectSerializer(InputSerializer):
    """A project to make."""

    organisation_id = StrictUUIDField()
    name = NameField(max_length=120)
    description = StrictCharField(max_length=2000, allow_blank=True, required=False)
    task = serializers.ChoiceField(tuple(TASKS))


class NewSampleProjectSerializer(InputSerializer):
    """Where to make the sample project."""

    organisation_id = StrictUUIDField()


class ProjectChangeSerializer(InputSerializer):
    """What may be changed about a project."""

    name = NameField(max_length=120, required=False)
    description = StrictCharField(max_length=2000, allow_blank=True, required=False)


class OverviewDataSerializer(OutputSerializer):
    """The data of a project."""

    num_datasets = serializers.IntegerField()
    num_samples = serializers.IntegerField()
    num_labelled = serializers.IntegerField()
    num_bytes = serializers.IntegerField()


class OverviewVersionsSerializer(OutputSerializer):
    """The frozen versions of a project."""

    num = serializers.IntegerField()
    latest = DatasetVersionSerializer(allow_null=True)


class OverviewRunsSerializer(OutputSerializer):
    """The training runs of a project."""

    num = serializers.IntegerField()
    running = serializers.IntegerField()
    latest = TrainingRunSerializer(allow_null=True)


class OverviewModelsSerializer(OutputSerializer):
    """The models of a project."""

    num = serializers.IntegerField()
    best = ModelVersionSerializer(allow_null=True)


class OverviewDeploymentsSerializer(OutputSerializer):
    """The endpoints of a project."""

    num = serializers.IntegerField()
    running = serializers.IntegerField()
    calls_24h = serializers.IntegerField()
    errors_24h = serializers.IntegerField()


class OverviewSerializer(OutputSerializer):
    """Where a project stands, and what to do next."""

    project = ProjectSerializer()
    data = OverviewDataSerializer()  # type: ignore[assignment]
    versions = OverviewVersionsSerializer()
    runs = OverviewRunsSerializer()
    models = OverviewModelsSerializer()
    deployments = OverviewDeploymentsSerializer()
    next_action = serializers.ChoiceField(NEXT_ACTIONS)
    activity = AuditEntrySerializer(many=True)


class HomeQuerySerializer(InputSerializer):
    """Whose home."""

    organisation = serializers.UUIDField()


class HomeSerializer(OutputSerializer):
    """What was going on."""

    recent_projects = ProjectSerializer(many=True)
    running_jobs = JobSerializer(many=True)
    num_projects = serializers.IntegerField()
