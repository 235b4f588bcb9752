"""Batch predictions over HTTP."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.negotiation import OneForm
from backend.api.parsers import FilesParser
from backend.api.schema import operation
from backend.api.views import View
from backend.batch_predictions import serializers as shapes
from backend.batch_predictions.models import BatchPrediction
from backend.batch_predictions.selectors import batches
from backend.batch_predictions.services import starting
from backend.batch_predictions.services.deleting import delete_batch
from backend.files.services.responses import download_response
from backend.model_registry.contracts import ModelVersionRef
from backend.model_registry.selectors import require_ref


class BatchPredictionsView(View):
    """``/batch-predictions``."""

    @operation(
        "list_batch_predictions",
        query=shapes.BatchPredictionQuerySerializer,
        response=shapes.BatchPredictionSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the batch predictions of a project, newest first."""
        query = self.query(shapes.BatchPredictionQuerySerializer)
        return self.page(
            batches.list_batches(caller=self.caller, **query),
            shapes.BatchPredictionSerializer,
            complete=batches.complete,
        )

    @operation(
        "create_batch_prediction",
        body=shapes.NewBatchPredictionSerializer,
        response=shapes.BatchPredictionSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_ref,
        named="model_version_id",
    )
    def post(self, request: Request, version: ModelVersionRef) -> object:
        """Start a batch prediction; one of files waits until they were sent."""
        fields = self.body(shapes.NewBatchPredictionSerializer)
        del fields["model_version_id"]
        batch = starting.create_batch(caller=self.caller, version=version, **fields)
        return batches.describe(batch.id)


class BatchPredictionView(View):
    """``/batch-predictions/{id}``."""

    @operation(
        "get_batch_prediction",
        response=shapes.BatchPredictionSerializer,
        least=Role.VIEWER,
        about=batches.require_batch,
    )
    def get(self, request: Request, batch: BatchPrediction) -> object:
        """Get a batch prediction, its counts and its results."""
        return batches.complete([batch])[0]

    @operation(
        "delete_batch_prediction", status=204, least=Role.DEVELOPER, about=batches.require_batch
    )
    def delete(self, request: Request, batch: BatchPrediction) -> None:
        """Delete a batch prediction, its results and the files that were sent."""
        delete_batch(batch=batch, deleted_by=self.caller)


class BatchPredictionFilesView(View):
    """``/batch-predictions/{id}/files``."""

    parser_classes = (FilesParser,)

    @operation(
        "add_batch_prediction_files",
        body=shapes.PredictionFilesSerializer,
        response=shapes.BatchPredictionSerializer,
        least=Role.DEVELOPER,
        about=batches.require_batch,
    )
    def post(self, request: Request, batch: BatchPrediction) -> object:
        """Add files to predict, before the start."""
        fields = self.body(shapes.PredictionFilesSerializer)
        starting.add_files(batch=batch, **fields)
        return batches.describe(batch.id)


class BatchPredictionStartView(View):
    """``/batch-predictions/{id}/start``."""

    @operation(
        "start_batch_prediction",
        response=shapes.BatchPredictionSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=batches.require_batch,
    )
    def post(self, request: Request, batch: BatchPrediction) -> object:
        """Start the prediction of sent files, or go on with one that was cancelled or failed."""
        starting.start_batch(batch=batch, started_by=self.caller)
        return batches.describe(batch.id)


class PredictionsView(View):
    """``/batch-predictions/{id}/predictions``."""

    content_negotiation_class = OneForm

    @operation(
        "download_predictions",
        query=shapes.PredictionsQuerySerializer,
        response={"application/octet-stream": OpenApiTypes.BINARY},
        least=Role.VIEWER,
        about=batches.require_batch,
    )
    def get(self, request: Request, batch: BatchPrediction) -> HttpResponseBase:
        """Download all predictions as JSON lines, CSV or Parquet."""
        form = self.query(shapes.PredictionsQuerySerializer)["form"]
        found = batches.require_result(batch=batch, format=form)
        name = f"{batch.source_name or 'predictions'}.{form}"
        return download_response(request, sha256=found.blob_id, name=name)
