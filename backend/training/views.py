"""Training over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.accounts.contracts import Role
from backend.api.authentication import caller_of
from backend.api.negotiation import OneForm
from backend.api.pagination import Cursor
from backend.api.scopes import needs
from backend.jobs.selectors import get_view
from backend.jobs.serializers import JobSerializer
from backend.training import selectors, serializers
from backend.training.services import estimates, findings, previews, runs


class TrainingRunList(APIView):
    """The training runs of a project."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_training_runs",
        parameters=[serializers.TrainingRunQuery],
        responses=serializers.TrainingRunSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """List the training runs of a project, newest first."""
        query = serializers.TrainingRunQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        pages = self.pagination_class()
        rows = selectors.list_runs(caller=caller_of(request), **query.validated_data)
        page = selectors.views_of(pages.paginate_queryset(rows, request, view=self) or [])
        return pages.get_paginated_response(serializers.TrainingRunSerializer(page, many=True).data)

    @extend_schema(
        operation_id="create_training_run",
        request=serializers.TrainingRunCreateSerializer,
        responses={202: serializers.TrainingRunSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a training run."""
        body = serializers.TrainingRunCreateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        run_id = runs.create_run(caller=caller_of(request), **body.validated_data)
        return _accepted(run_id)


class TrainingCheck(APIView):
    """The check of the data before training."""

    @needs("read")
    @extend_schema(
        operation_id="check_training_data",
        request=serializers.DataCheckSerializer,
        responses=serializers.TrainingCheckSerializer,
    )
    def post(self, request: Request) -> Response:
        """Check the data of a run for problems."""
        body = serializers.DataCheckSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        found = findings.check_data(caller=caller_of(request), **body.validated_data)
        return Response(serializers.TrainingCheckSerializer({"findings": found}).data)


class TrainingEstimate(APIView):
    """How long training would take."""

    @needs("read")
    @extend_schema(
        operation_id="estimate_training",
        request=serializers.RunEstimateSerializer,
        responses=serializers.TrainingEstimateSerializer,
    )
    def post(self, request: Request) -> Response:
        """Estimate time and size for each backbone that suits the target."""
        body = serializers.RunEstimateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        backbones = estimates.estimate(caller=caller_of(request), **body.validated_data)
        return Response(serializers.TrainingEstimateSerializer({"backbones": backbones}).data)


class TrainingRunDetail(APIView):
    """One training run."""

    @extend_schema(operation_id="get_training_run", responses=serializers.TrainingRunSerializer)
    def get(self, request: Request, run_id: UUID) -> Response:
        """Get a training run."""
        run = selectors.require_run(caller=caller_of(request), run_id=run_id)
        return Response(serializers.TrainingRunSerializer(selectors.view_of(run)).data)

    @extend_schema(
        operation_id="update_training_run",
        request=serializers.TrainingRunUpdateSerializer,
        responses=serializers.TrainingRunSerializer,
    )
    def patch(self, request: Request, run_id: UUID) -> Response:
        """Update the name of a training run."""
        selectors.require_run(caller=caller_of(request), run_id=run_id, minimum=Role.DEVELOPER)
        body = serializers.TrainingRunUpdateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        runs.rename_run(caller=caller_of(request), run_id=run_id, **body.validated_data)
        return Response(serializers.TrainingRunSerializer(selectors.get_view(run_id=run_id)).data)


class TrainingRunMetrics(APIView):
    """The curves of a run."""

    @extend_schema(
        operation_id="get_training_run_metrics",
        parameters=[serializers.MetricsQuery],
        responses=serializers.TrainingMetricsSerializer,
    )
    def get(self, request: Request, run_id: UUID) -> Response:
        """Get the metrics of a run, thinned to ``max_points`` per curve."""
        query = serializers.MetricsQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        run = selectors.require_run(caller=caller_of(request), run_id=run_id)
        series = selectors.metric_series(job_id=run.job_id, **query.validated_data)
        return Response(serializers.TrainingMetricsSerializer({"series": series}).data)


class TrainingRunLog(APIView):
    """The text a run wrote."""

    @extend_schema(
        operation_id="get_training_run_log",
        parameters=[serializers.LogQuery],
        responses=serializers.TrainingLogSerializer,
    )
    def get(self, request: Request, run_id: UUID) -> Response:
        """Get the last lines of the log of a run."""
        query = serializers.LogQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        run = selectors.require_run(caller=caller_of(request), run_id=run_id)
        log = selectors.log_tail(job_id=run.job_id, **query.validated_data)
        return Response(serializers.TrainingLogSerializer(log).data)


class TrainingRunStop(APIView):
    """Stop a run."""

    @extend_schema(
        operation_id="stop_training_run",
        request=None,
        responses={202: serializers.TrainingRunSerializer},
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """Stop a run after it has written a checkpoint."""
        runs.stop_run(caller=caller_of(request), run_id=run_id)
        return _accepted(run_id)


class TrainingRunResume(APIView):
    """Continue a run."""

    @extend_schema(
        operation_id="resume_training_run",
        request=None,
        responses={202: serializers.TrainingRunSerializer},
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """Resume a cancelled or failed run from its last checkpoint."""
        runs.resume_run(caller=caller_of(request), run_id=run_id)
        return _accepted(run_id)


class TrainingRunRerun(APIView):
    """Repeat a run."""

    @extend_schema(
        operation_id="rerun_training_run",
        request=serializers.TrainingRunRerunSerializer,
        responses={202: serializers.TrainingRunSerializer},
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """Start a new run with the same request."""
        selectors.require_run(caller=caller_of(request), run_id=run_id, minimum=Role.DEVELOPER)
        body = serializers.TrainingRunRerunSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        caller = caller_of(request)
        return _accepted(runs.rerun(caller=caller, run_id=run_id, **body.validated_data))


class PreviewList(APIView):
    """Augmentation shown on the user's own images."""

    @extend_schema(
        operation_id="create_augmentation_preview",
        request=serializers.AugmentationPreviewCreateSerializer,
        responses={202: JobSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create an augmentation preview; see ``augmentation-previews/{job id}``."""
        body = serializers.AugmentationPreviewCreateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        job_id = previews.create_preview(caller=caller_of(request), **body.validated_data)
        return Response(JobSerializer(get_view(job_id=job_id)).data, status=202)


class PreviewDetail(APIView):
    """One finished preview."""

    @extend_schema(
        operation_id="get_augmentation_preview",
        responses=serializers.AugmentationPreviewSerializer,
    )
    def get(self, request: Request, job_id: UUID) -> Response:
        """Get the images of a preview that has succeeded."""
        found = selectors.preview_of(caller=caller_of(request), job_id=job_id)
        return Response(serializers.AugmentationPreviewSerializer(found).data)


class PreviewImage(APIView):
    """One image of a preview."""

    content_negotiation_class = OneForm

    @extend_schema(
        operation_id="get_augmentation_preview_image",
        responses={(200, "image/png"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, job_id: UUID, name: str) -> HttpResponse:
        """Get an image of a preview as PNG."""
        path = selectors.preview_file(caller=caller_of(request), job_id=job_id, name=name)
        return HttpResponse(
            path.read_bytes(),
            content_type="image/png",
            headers={"Cache-Control": "private, max-age=86400"},
        )


def _accepted(run_id: UUID) -> Response:
    run = serializers.TrainingRunSerializer(selectors.get_view(run_id=run_id))
    return Response(run.data, status=202)
