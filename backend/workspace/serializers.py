"""Shapes of projects."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictCharField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.audit.contracts import AuditEntrySerializer
from backend.datasets.contracts import ProjectData, ProjectVersions
from backend.datasets.contracts.serializers.versions import DatasetVersionSerializer
from backend.deployments.contracts import ProjectDeployments
from backend.jobs.contracts.serializers import JobSerializer
from backend.model_registry.contracts import ProjectModels
from backend.model_registry.contracts.serializers import ModelVersionSerializer
from backend.training.contracts import ProjectRuns
from backend.training.contracts.serializers import TrainingRunSerializer
from backend.workspace.cards import HomeView, ProjectCardView
from backend.workspace.overview import Overview, ProjectView, PurgePreview, TrashedProject
from backend.workspace.search import FoundView
from engine.catalog import TASKS
from engine.catalog.examples import EXAMPLES
from engine.specs.language import LANGUAGES

NEXT_ACTIONS = ("upload", "label", "freeze", "train", "wait", "publish", "call", "learn")


ProjectSerializer = serializer_of(
    ProjectView,
    task=serializers.ChoiceField(tuple(TASKS)),
    job=JobSerializer(allow_null=True),
)


ProjectCardSerializer = serializer_of(
    ProjectCardView,
    extends=ProjectSerializer,
    next_action=serializers.ChoiceField(NEXT_ACTIONS),
)


TrashedProjectSerializer = serializer_of(
    TrashedProject,
    task=serializers.ChoiceField(tuple(TASKS)),
    job=JobSerializer(allow_null=True),
)


PurgePreviewSerializer = serializer_of(PurgePreview)


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
    """Where to make a sample project, of which task, and in which language."""

    organisation_id = StrictUUIDField()
    task = serializers.ChoiceField(tuple(EXAMPLES), default="image.classification")
    language = serializers.ChoiceField(LANGUAGES, default="en")


class ProjectChangeSerializer(InputSerializer):
    """What may be changed about a project."""

    name = NameField(max_length=120, required=False)
    description = StrictCharField(max_length=2000, allow_blank=True, required=False)


OverviewDataSerializer = serializer_of(ProjectData, "OverviewData")


OverviewVersionsSerializer = serializer_of(
    ProjectVersions,
    "OverviewVersions",
    latest=DatasetVersionSerializer(allow_null=True),
)


OverviewRunsSerializer = serializer_of(
    ProjectRuns,
    "OverviewRuns",
    latest=TrainingRunSerializer(allow_null=True),
)


OverviewModelsSerializer = serializer_of(
    ProjectModels,
    "OverviewModels",
    best=ModelVersionSerializer(allow_null=True),
)


OverviewDeploymentsSerializer = serializer_of(ProjectDeployments, "OverviewDeployments")


OverviewSerializer = serializer_of(
    Overview,
    project=ProjectSerializer(),
    data=OverviewDataSerializer(),
    versions=OverviewVersionsSerializer(),
    runs=OverviewRunsSerializer(),
    models=OverviewModelsSerializer(),
    deployments=OverviewDeploymentsSerializer(),
    next_action=serializers.ChoiceField(NEXT_ACTIONS),
    activity=AuditEntrySerializer(many=True),
)


class HomeQuerySerializer(InputSerializer):
    """Whose home."""

    organisation = serializers.UUIDField()


HomeSerializer = serializer_of(
    HomeView,
    recent_projects=ProjectCardSerializer(many=True),
    running_jobs=JobSerializer(many=True),
)


class SearchQuerySerializer(InputSerializer):
    """What to look for, and in which organisation."""

    organisation = serializers.UUIDField()
    text = serializers.CharField(max_length=200)


FoundSerializer = serializer_of(FoundView)


class SearchResultsSerializer(OutputSerializer):
    """What was found, by kind: projects, datasets, models, endpoints and samples."""

    results = FoundSerializer(many=True)
