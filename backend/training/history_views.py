"""What a run measured, used and wrote, over HTTP."""

from __future__ import annotations

from django.http import FileResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.negotiation import OneForm
from backend.api.schema import operation
from backend.api.views import View
from backend.training import history, selectors, serializers
from backend.training.models import TrainingRun


class TrainingRunMetrics(View):
    """The curves of a run, and the models it tried."""

    @operation(
        "get_training_run_metrics",
        query=serializers.MetricsQuery,
        response=serializers.TrainingMetricsSerializer,
        least=Role.VIEWER,
        about=selectors.require_run,
    )
    def get(self, request: Request, run: TrainingRun) -> object:
        """Get the metrics of a run, curves thinned to ``max_points``, and the models it tried."""
        query = self.query(serializers.MetricsQuery)
        return {
            "series": history.metric_series(job_id=run.job_id, **query),
            "candidates": history.candidates_of(job_id=run.job_id),
        }


class TrainingRunLog(View):
    """The text a run wrote."""

    @operation(
        "get_training_run_log",
        query=serializers.LogQuery,
        response=serializers.TrainingLogSerializer,
        least=Role.VIEWER,
        about=selectors.require_run,
    )
    def get(self, request: Request, run: TrainingRun) -> object:
        """Get the last lines of the log of a run."""
        query = self.query(serializers.LogQuery)
        return history.log_tail(job_id=run.job_id, **query)


class TrainingRunResources(View):
    """What a run used of the machine."""

    @operation(
        "get_training_run_resources",
        query=serializers.MetricsQuery,
        response=serializers.TrainingResourcesSerializer,
        least=Role.VIEWER,
        about=selectors.require_run,
    )
    def get(self, request: Request, run: TrainingRun) -> object:
        """Get CPU, memory and accelerator over the time of a run, thinned to ``max_points``."""
        query = self.query(serializers.MetricsQuery)
        return {"points": history.resource_series(job_id=run.job_id, **query)}


class TrainingRunOutput(View):
    """The whole file of what a run wrote."""

    content_negotiation_class = OneForm

    @operation(
        "download_training_run_log",
        response={"text/plain": OpenApiTypes.BINARY},
        least=Role.VIEWER,
        about=selectors.require_run,
    )
    def get(self, request: Request, run: TrainingRun) -> HttpResponseBase:
        """Download the whole log file of a run."""
        path = history.whole_log(job_id=run.job_id)
        return FileResponse(
            path.open("rb"),
            as_attachment=True,
            filename=f"run-{run.number}.log",
            content_type="text/plain; charset=utf-8",
        )
