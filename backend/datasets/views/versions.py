"""Frozen versions."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.serializers import versions as shapes
from backend.datasets.contracts.serializers.samples import SampleFilterSerializer
from backend.datasets.models import Dataset, DatasetVersion
from backend.datasets.selectors import versions as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.named_splits import named_splits
from backend.datasets.serializers.lineage import VersionNoteSerializer
from backend.datasets.services.versioning import exports
from backend.datasets.services.versioning import freeze as services
from backend.projects.selectors import require_project


class DatasetVersionsView(View):
    """``/datasets/{id}/versions``."""

    @operation(
        "list_versions_of_dataset",
        response=shapes.DatasetVersionSerializer(many=True),
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> Response:
        """List the versions of a dataset, newest first."""
        return self.page(
            selectors.versions_of(dataset_id=dataset.id),
            shapes.DatasetVersionSerializer,
            complete=selectors.complete,
        )

    @operation(
        "create_dataset_version",
        body=shapes.NewVersionSerializer,
        response=shapes.DatasetVersionSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Create a version: freeze the dataset as it is now."""
        fields = self.body(shapes.NewVersionSerializer)
        version = services.freeze_version(dataset=dataset, requested_by=self.caller, **fields)
        return selectors.describe(version.id)


class NamedSplitsView(View):
    """``/datasets/{id}/named-splits``."""

    @operation(
        "get_named_splits",
        query=SampleFilterSerializer,
        response=shapes.NamedSplitsSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Count the filtered samples by the split that their data names."""
        wanted = SampleFilter(**self.query(SampleFilterSerializer))
        return named_splits(dataset=dataset, wanted=wanted)


class VersionsView(View):
    """``/dataset-versions``."""

    @operation(
        "list_dataset_versions",
        query=shapes.VersionQuerySerializer,
        response=shapes.DatasetVersionSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the versions of all datasets of a project, newest first."""
        query = self.query(shapes.VersionQuerySerializer)
        project = require_project(caller=self.caller, project_id=query["project"])
        return self.page(
            selectors.versions_of_project(project_id=project.id),
            shapes.DatasetVersionSerializer,
            complete=selectors.complete,
        )


class VersionView(View):
    """``/dataset-versions/{id}``."""

    @operation(
        "get_dataset_version",
        response=shapes.DatasetVersionSerializer,
        least=Role.VIEWER,
        about=selectors.require_version,
    )
    def get(self, request: Request, version: DatasetVersion) -> object:
        """Get a dataset version."""
        return selectors.describe(version.id)

    @operation(
        "update_dataset_version",
        body=VersionNoteSerializer,
        response=shapes.DatasetVersionSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_version,
    )
    def patch(self, request: Request, version: DatasetVersion) -> object:
        """Update the note of a version; the rest stays as it was frozen."""
        fields = self.body(VersionNoteSerializer)
        services.note_version(version=version, noted_by=self.caller, **fields)
        return selectors.describe(version.id)


class VersionExportLossesView(View):
    """``/dataset-versions/{id}/export-losses``."""

    @operation(
        "get_dataset_version_export_losses",
        query=shapes.ExportQuerySerializer,
        response=shapes.ExportLossesSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_version,
    )
    def get(self, request: Request, version: DatasetVersion) -> object:
        """List what an export in this layout would leave out or change."""
        layout = self.query(shapes.ExportQuerySerializer)["format"]
        return exports.losses_of(version=version, layout=layout)


class VersionExportView(View):
    """``/dataset-versions/{id}/export``."""

    @operation(
        "export_dataset_version",
        query=shapes.ExportQuerySerializer,
        response={"application/zip": OpenApiTypes.BINARY},
        least=Role.DEVELOPER,
        about=selectors.require_version,
    )
    def get(self, request: Request, version: DatasetVersion) -> HttpResponseBase:
        """Download a version as a zip."""
        layout = self.query(shapes.ExportQuerySerializer)["format"]
        return exports.zip_response(request._request, version=version, layout=layout)
