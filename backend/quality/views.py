"""Inspections of datasets, what they found, and fixes."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.selectors.datasets import require_dataset
from backend.quality import serializers as shapes
from backend.quality.contracts import InspectedDataset
from backend.quality.models import Finding, Fix, Inspection
from backend.quality.selectors import found, inspections
from backend.quality.services import fixes
from backend.quality.services import inspections as services


class DatasetInspectionsView(View):
    """``/datasets/{id}/inspections``."""

    @operation(
        "list_inspections",
        response=shapes.InspectionSerializer(many=True),
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: InspectedDataset) -> Response:
        """List the inspections of a dataset and of its versions, newest first."""
        return self.page(
            inspections.inspections_of(dataset_id=dataset.id),
            shapes.InspectionSerializer,
            complete=inspections.complete,
        )

    @operation(
        "create_inspection",
        body=shapes.NewInspectionSerializer,
        response=shapes.InspectionSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: InspectedDataset) -> object:
        """Start an inspection of the live samples, or of a version."""
        fields = self.body(shapes.NewInspectionSerializer)
        made = services.start_inspection(dataset=dataset, requested_by=self.caller, **fields)
        row = inspections.require_inspection(caller=self.caller, inspection_id=made.id)
        return inspections.complete([row])[0]


class InspectionView(View):
    """``/inspections/{id}``."""

    @operation(
        "get_inspection",
        response=shapes.InspectionDetailSerializer,
        least=Role.VIEWER,
        about=inspections.require_inspection,
    )
    def get(self, request: Request, row: Inspection) -> object:
        """Get an inspection and its findings."""
        return inspections.detail(row)


class FoundSamplesView(View):
    """``/findings/{id}/samples``."""

    @operation(
        "list_finding_samples",
        response=shapes.FoundSampleSerializer(many=True),
        least=Role.VIEWER,
        about=inspections.require_finding,
    )
    def get(self, request: Request, finding: Finding) -> Response:
        """List the samples of a finding, the strongest first."""
        return self.page(
            found.found_of(finding_id=finding.id),
            shapes.FoundSampleSerializer,
            ordering=("id",),
            complete=found.complete,
        )


class FindingFixesView(View):
    """``/findings/{id}/fixes``."""

    @operation(
        "create_fix",
        body=shapes.NewFixSerializer,
        response=shapes.FixSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=inspections.require_finding,
    )
    def post(self, request: Request, finding: Finding) -> object:
        """Fix the samples of a finding; it can be undone."""
        fields = self.body(shapes.NewFixSerializer)
        made = fixes.start_fix(finding=finding, requested_by=self.caller, **fields)
        return inspections.describe_fix(made.id)


class FixUndoView(View):
    """``/fixes/{id}/undo``."""

    @operation(
        "undo_fix",
        response=shapes.FixSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=inspections.require_fix,
    )
    def post(self, request: Request, row: Fix) -> object:
        """Undo a fix."""
        fixes.start_undo(fix=row, requested_by=self.caller)
        return inspections.describe_fix(row.id)
