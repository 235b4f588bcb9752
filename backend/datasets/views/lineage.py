"""Versions side by side: what differs, forks, merges, where they come from and go to."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.models import Dataset, DatasetVersion
from backend.datasets.selectors import diffs
from backend.datasets.selectors import lineage as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.versions import require_version
from backend.datasets.serializers import lineage as shapes
from backend.datasets.services.versioning import merges as services


class VersionDiffView(View):
    """``/dataset-versions/{id}/diff``."""

    @operation(
        "get_dataset_version_diff",
        query=shapes.DiffQuerySerializer,
        response=shapes.VersionDiffSerializer,
        least=Role.VIEWER,
        about=require_version,
    )
    def get(self, request: Request, version: DatasetVersion) -> object:
        """Count the differences from another version."""
        query = self.query(shapes.DiffQuerySerializer)
        base = require_version(caller=self.caller, version_id=query["base"])
        return diffs.diff_of(base=base, version=version)


class VersionDiffSamplesView(View):
    """``/dataset-versions/{id}/diff/samples``."""

    @operation(
        "list_dataset_version_diff_samples",
        query=shapes.DiffSamplesQuerySerializer,
        response=shapes.DifferentSampleSerializer(many=True),
        least=Role.VIEWER,
        about=require_version,
    )
    def get(self, request: Request, version: DatasetVersion) -> Response:
        """List samples that differ from another version in one way."""
        query = self.query(shapes.DiffSamplesQuerySerializer)
        base = require_version(caller=self.caller, version_id=query["base"])
        kind = diffs.Difference(query["kind"])
        return self.page(
            diffs.different(base=base, version=version, kind=kind),
            shapes.DifferentSampleSerializer,
            ordering=("id",),
            complete=lambda rows: diffs.complete(rows, base=base, version=version),
        )


class VersionForkView(View):
    """``/dataset-versions/{id}/fork``."""

    @operation(
        "fork_dataset_version",
        body=shapes.ForkSerializer,
        response=shapes.VersionMergeSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_version,
    )
    def post(self, request: Request, version: DatasetVersion) -> object:
        """Fork a version into a new dataset."""
        fields = self.body(shapes.ForkSerializer)
        merge = services.fork_version(version=version, forked_by=self.caller, **fields)
        return selectors.describe_merge(merge.id)


class VersionLineageView(View):
    """``/dataset-versions/{id}/lineage``."""

    @operation(
        "get_dataset_version_lineage",
        response=shapes.VersionLineageSerializer,
        least=Role.VIEWER,
        about=require_version,
    )
    def get(self, request: Request, version: DatasetVersion) -> object:
        """Get the lineage of a version."""
        return selectors.lineage_of(version)


class MergesView(View):
    """``/datasets/{id}/merges``."""

    @operation(
        "list_merges",
        response=shapes.VersionMergesSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """List the merges into a dataset, newest first."""
        merges = selectors.merges_into(dataset.id)
        return {"results": merges}

    @operation(
        "create_merge",
        body=shapes.NewMergeSerializer,
        response=shapes.VersionMergeSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Merge the samples of a version into a dataset."""
        fields = self.body(shapes.NewMergeSerializer)
        version = require_version(caller=self.caller, version_id=fields.pop("version_id"))
        merge = services.merge_version(
            version=version, dataset=dataset, merged_by=self.caller, **fields
        )
        return selectors.describe_merge(merge.id)


class MergePreviewView(View):
    """``/datasets/{id}/merge-preview``."""

    @operation(
        "preview_merge",
        query=shapes.MergePreviewQuerySerializer,
        response=shapes.MergePreviewSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Preview a merge."""
        query = self.query(shapes.MergePreviewQuerySerializer)
        version = require_version(caller=self.caller, version_id=query["version"])
        return selectors.preview_merge(dataset=dataset, version=version)
