"""Datasets and what is in them."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.models import Dataset
from backend.datasets.selectors import datasets as selectors
from backend.datasets.selectors import statistics
from backend.datasets.serializers import datasets as shapes
from backend.datasets.services import datasets as services
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project


class DatasetsView(View):
    """``/datasets``."""

    @operation(
        "list_datasets",
        response=shapes.DatasetSerializer(many=True),
        query=shapes.DatasetQuerySerializer,
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the datasets of a project, newest first."""
        query = self.query(shapes.DatasetQuerySerializer)
        project = require_project(caller=self.caller, project_id=query["project"])
        rows = selectors.datasets_of(project_id=project.id)
        return self.page(rows, shapes.DatasetSerializer)

    @operation(
        "create_dataset",
        body=shapes.NewDatasetSerializer,
        response=shapes.DatasetSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_project,
        named="project_id",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Create a dataset."""
        fields = self.body(shapes.NewDatasetSerializer)
        del fields["project_id"]
        dataset = services.create_dataset(project=project, created_by=self.caller, **fields)
        return selectors.describe(dataset.id)


class DatasetView(View):
    """``/datasets/{id}``."""

    @operation(
        "get_dataset",
        response=shapes.DatasetSerializer,
        least=Role.VIEWER,
        about=selectors.require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Get a dataset."""
        return selectors.describe(dataset.id)

    @operation(
        "update_dataset",
        body=shapes.DatasetChangeSerializer,
        response=shapes.DatasetSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_dataset,
    )
    def patch(self, request: Request, dataset: Dataset) -> object:
        """Update the name or description of a dataset."""
        fields = self.body(shapes.DatasetChangeSerializer)
        services.change_dataset(dataset=dataset, changed_by=self.caller, **fields)
        return selectors.describe(dataset.id)

    @operation("delete_dataset", status=204, least=Role.DEVELOPER, about=selectors.require_dataset)
    def delete(self, request: Request, dataset: Dataset) -> None:
        """Delete a dataset: move it to the trash."""
        services.trash_dataset(dataset=dataset, trashed_by=self.caller)


class StatisticsView(View):
    """``/datasets/{id}/statistics``."""

    @operation(
        "get_dataset_statistics",
        response=shapes.StatisticsSerializer,
        least=Role.VIEWER,
        about=selectors.require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Get statistics of a dataset: balance, sizes and annotators."""
        return statistics.statistics_of(dataset)
