"""Assignments as a whole, and the caller's own work."""

from __future__ import annotations

import csv
import io

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.negotiation import OneForm
from backend.api.schema import operation
from backend.api.views import View
from backend.assignments import serializers as shapes
from backend.assignments.selectors import assignments as selectors
from backend.assignments.selectors import quality
from backend.assignments.selectors.access import Access, require_assignment
from backend.assignments.services import assignments as services
from backend.assignments.services import making
from backend.datasets.contracts import DatasetRef, SampleFilter
from backend.datasets.selectors.datasets import require_dataset
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from engine.formats.tables.formulas import guarded


class ProjectAssignmentsView(View):
    """``/projects/{id}/assignments``."""

    @operation(
        "list_assignments",
        response=shapes.AssignmentSerializer(many=True),
        least=Role.VIEWER,
        about=require_project,
    )
    def get(self, request: Request, project: ProjectRef) -> Response:
        """List the assignments of a project, newest first."""
        rows = selectors.assignments_of(project_id=project.id)
        return self.page(rows, shapes.AssignmentSerializer)


class DatasetAssignmentsView(View):
    """``/datasets/{id}/assignments``."""

    @operation(
        "create_assignment",
        body=shapes.NewAssignmentSerializer,
        response=shapes.AssignmentDetailSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: DatasetRef) -> object:
        """Create an assignment of samples to annotators."""
        fields = self.body(shapes.NewAssignmentSerializer)
        made = services.create_assignment(
            caller=self.caller,
            dataset=dataset,
            wanted=SampleFilter(**fields.pop("filter", {})),
            sample_ids=fields.pop("sample_ids", None),
            **fields,
        )
        access = require_assignment(caller=self.caller, assignment_id=made.id)
        return selectors.describe(access)


class AssignmentView(View):
    """``/assignments/{id}``."""

    @operation(
        "get_assignment",
        response=shapes.AssignmentDetailSerializer,
        least=Role.CONTRIBUTOR,
        about=require_assignment,
    )
    def get(self, request: Request, access: Access) -> object:
        """Get an assignment."""
        return selectors.describe(access)

    @operation(
        "update_assignment",
        body=shapes.AssignmentChangeSerializer,
        response=shapes.AssignmentDetailSerializer,
        least=Role.CONTRIBUTOR,
        about=require_assignment,
    )
    def patch(self, request: Request, access: Access) -> object:
        """Update, close or reopen an assignment."""
        access.require_manager()
        fields = self.body(shapes.AssignmentChangeSerializer)
        services.change_assignment(access=access, changed_by=self.caller, **fields)
        return selectors.describe(access)

    @operation("delete_assignment", status=204, least=Role.CONTRIBUTOR, about=require_assignment)
    def delete(self, request: Request, access: Access) -> None:
        """Delete an assignment; accepted annotations stay in the dataset."""
        services.delete_assignment(access=access.require_manager(), deleted_by=self.caller)


class MakingView(View):
    """``/assignments/{id}/make``."""

    @operation(
        "create_assignment_items",
        response=shapes.AssignmentDetailSerializer,
        status=202,
        least=Role.CONTRIBUTOR,
        about=require_assignment,
    )
    def post(self, request: Request, access: Access) -> object:
        """Create the items again after their job failed or was cancelled."""
        making.make_again(access=access.require_manager(), caller=self.caller)
        return selectors.describe(access)


class OwnWorkView(View):
    """``/own-work``."""

    @operation("list_own_work", response=shapes.OwnWorkListSerializer)
    def get(self, request: Request) -> object:
        """List the open assignments that the caller takes part in, the most urgent first."""
        return {"results": selectors.work_of(self.caller)}


class StatisticsView(View):
    """``/assignments/{id}/statistics``."""

    @operation(
        "get_assignment_statistics",
        response=shapes.AssignmentStatisticsSerializer,
        least=Role.CONTRIBUTOR,
        about=require_assignment,
    )
    def get(self, request: Request, access: Access) -> object:
        """Get speed, quality and agreement of the annotators."""
        access.require(access.may_look, "a reviewer")
        return quality.statistics_of(access.assignment)


class AnnotatorsCsvView(View):
    """``/assignments/{id}/annotators.csv``."""

    content_negotiation_class = OneForm

    @operation(
        "download_assignment_annotators",
        response={"text/csv": OpenApiTypes.STR},
        least=Role.CONTRIBUTOR,
        about=require_assignment,
    )
    def get(self, request: Request, access: Access) -> HttpResponse:
        """Download the statistics of all annotators as CSV."""
        access.require(access.may_look, "a reviewer")
        table = io.StringIO()
        rows = quality.csv_rows(access.assignment)
        # Names are what people say: none of them may run as a formula.
        csv.writer(table).writerows(
            [guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
        )
        name = f'attachment; filename="annotators-{access.assignment.id}.csv"'
        # The mark lets spreadsheets read names in Chinese.
        text = "\ufeff" + table.getvalue()
        return HttpResponse(
            text, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name}
        )
