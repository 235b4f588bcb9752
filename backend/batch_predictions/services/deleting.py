"""Delete a batch prediction with its files."""

from __future__ import annotations

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict
from backend.audit import services as audit
from backend.batch_predictions.models import BatchPrediction, PredictedFile, PredictionFile
from backend.files.services.blobs import delete_unused
from backend.jobs.selectors import get_view
from backend.projects.selectors import organisation_of


def delete_batch(*, batch: BatchPrediction, deleted_by: Caller) -> None:
    """Delete the predictions and the files that were sent; suggestions stay.

    Raises:
        Conflict: ``batch_prediction_busy`` while its job goes on.
    """
    with transaction.atomic():
        row = BatchPrediction.objects.select_for_update().get(id=batch.id)
        if row.job_id is not None and not get_view(job_id=row.job_id).is_finished:
            raise Conflict(
                "The prediction still goes on. Cancel its job first.", code="batch_prediction_busy"
            )
        files = [
            *PredictedFile.objects.filter(batch=row).values_list("blob_id", flat=True),
            *PredictionFile.objects.filter(batch=row).values_list("blob_id", flat=True),
        ]
        audit.record(
            organisation_id=organisation_of(project_id=row.project_id),
            actor_id=deleted_by.user_id,
            action="batch_prediction.deleted",
            target_kind="batch_prediction",
            target_id=row.id,
            project_id=row.project_id,
            details={"name": row.source_name, "source": row.source},
        )
        row.delete()
    delete_unused(files)
