"""Training over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.negotiation import OneForm
from backend.api.schema import operation
from backend.api.views import View
from backend.jobs.contracts.serializers import JobSerializer
from backend.jobs.selectors import get_view
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from backend.training import selectors, serializers
from backend.training.contracts.serializers import TrainingRunSerializer
from backend.training.models import TrainingRun
from backend.training.services import estimates, findings, previews, runs
from backend.training.services.data import require_project_of_version, require_project_of_versions


class TrainingRunList(View):
    """The training runs of a project."""

    @operation(
        "list_training_runs",
        query=serializers.TrainingRunQuery,
        response=TrainingRunSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the training runs of a project, newest first."""
        query = self.query(serializers.TrainingRunQuery)
        return self.page(
            selectors.list_runs(caller=self.caller, **query),
            TrainingRunSerializer,
            complete=selectors.views_of,
        )

    @operation(
        "create_training_run",
        body=serializers.TrainingRunCreateSerializer,
        response=TrainingRunSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_project,
        named="project_id",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Create a training run."""
        fields = self.body(serializers.TrainingRunCreateSerializer)
        run_id = runs.create_run(caller=self.caller, **fields)
        return selectors.get_view(run_id=run_id)


class TrainingCheck(View):
    """The check of the data before training."""

    @operation(
        "check_training_data",
        body=serializers.DataCheckSerializer,
        response=serializers.TrainingCheckSerializer,
        least=Role.DEVELOPER,
        about=require_project_of_versions,
        named="dataset_version_ids",
        scope="read",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Check the data of a run for problems."""
        fields = self.body(serializers.DataCheckSerializer)
        found = findings.check_data(caller=self.caller, **fields)
        return {"findings": found}


class TrainingEstimate(View):
    """How long training would take."""

    @operation(
        "estimate_training",
        body=serializers.RunEstimateSerializer,
        response=serializers.TrainingEstimateSerializer,
        least=Role.DEVELOPER,
        about=require_project_of_versions,
        named="dataset_version_ids",
        scope="read",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Estimate time and size for each backbone that suits the target."""
        fields = self.body(serializers.RunEstimateSerializer)
        backbones = estimates.estimate(caller=self.caller, **fields)
        return {"backbones": backbones}


class TrainingRunDetail(View):
    """One training run."""

    @operation(
        "get_training_run",
        response=TrainingRunSerializer,
        least=Role.VIEWER,
        about=selectors.require_run,
    )
    def get(self, request: Request, run: TrainingRun) -> object:
        """Get a training run."""
        return selectors.view_of(run)

    @operation(
        "update_training_run",
        body=serializers.TrainingRunUpdateSerializer,
        response=TrainingRunSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_run,
    )
    def patch(self, request: Request, run: TrainingRun) -> object:
        """Update the name of a training run."""
        fields = self.body(serializers.TrainingRunUpdateSerializer)
        runs.rename_run(caller=self.caller, run_id=run.id, **fields)
        return selectors.get_view(run_id=run.id)


class TrainingRunStop(View):
    """Stop a run."""

    @operation(
        "stop_training_run",
        response=TrainingRunSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, run_id: UUID) -> object:
        """Stop a run after it has written a checkpoint."""
        runs.stop_run(caller=self.caller, run_id=run_id)
        return selectors.get_view(run_id=run_id)


class TrainingRunResume(View):
    """Continue a run."""

    @operation(
        "resume_training_run",
        response=TrainingRunSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, run_id: UUID) -> object:
        """Resume a cancelled or failed run from its last checkpoint."""
        runs.resume_run(caller=self.caller, run_id=run_id)
        return selectors.get_view(run_id=run_id)


class TrainingRunRerun(View):
    """Repeat a run."""

    @operation(
        "rerun_training_run",
        body=serializers.TrainingRunRerunSerializer,
        response=TrainingRunSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=selectors.require_run,
    )
    def post(self, request: Request, run: TrainingRun) -> object:
        """Start a new run with the same request."""
        fields = self.body(serializers.TrainingRunRerunSerializer)
        caller = self.caller
        return selectors.get_view(run_id=runs.rerun(caller=caller, run_id=run.id, **fields))


class PreviewList(View):
    """Augmentation shown on the user's own images."""

    @operation(
        "create_augmentation_preview",
        body=serializers.AugmentationPreviewCreateSerializer,
        response=JobSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_project_of_version,
        named="dataset_version_id",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Create an augmentation preview; see ``augmentation-previews/{job id}``."""
        fields = self.body(serializers.AugmentationPreviewCreateSerializer)
        job_id = previews.create_preview(caller=self.caller, **fields)
        return get_view(job_id=job_id)


class PreviewDetail(View):
    """One finished preview."""

    @operation(
        "get_augmentation_preview",
        response=serializers.AugmentationPreviewSerializer,
        least=Role.VIEWER,
    )
    def get(self, request: Request, job_id: UUID) -> object:
        """Get the images of a preview that has succeeded."""
        return selectors.preview_of(caller=self.caller, job_id=job_id)


class PreviewImage(View):
    """One image of a preview."""

    content_negotiation_class = OneForm

    @operation(
        "get_augmentation_preview_image",
        response={"image/png": OpenApiTypes.BINARY},
        least=Role.VIEWER,
    )
    def get(self, request: Request, job_id: UUID, name: str) -> HttpResponse:
        """Get an image of a preview as PNG."""
        path = selectors.preview_file(caller=self.caller, job_id=job_id, name=name)
        return HttpResponse(
            path.read_bytes(),
            content_type="image/png",
            headers={"Cache-Control": "private, max-age=86400"},
        )
