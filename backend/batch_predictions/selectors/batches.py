"""Batch predictions as the API shows them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.batch_predictions.contracts import BatchPredictionView, ProblemView
from backend.batch_predictions.models import BatchPrediction, PredictionFile, PredictionProblem
from backend.jobs.selectors import jobs_of
from backend.projects.selectors import require_project, require_row
from engine.specs.predictions import PREDICTIONS_FILES

MAX_PROBLEMS = 100


def list_batches(
    *,
    caller: Caller,
    project: UUID,
    model_version: UUID | None = None,
    schedule: UUID | None = None,
) -> QuerySet[BatchPrediction]:
    """Return the batch predictions of a project: of one model version, of one schedule, or all.

    Raises:
        NotFound: when the caller may not see the project.
    """
    require_project(caller=caller, project_id=project)
    rows = _rows().filter(project_id=project)
    if model_version is not None:
        rows = rows.filter(model_version_id=model_version)
    return rows if schedule is None else rows.filter(schedule_id=schedule)


def require_batch(
    *, caller: Caller, batch_id: UUID, minimum: Role = Role.VIEWER
) -> BatchPrediction:
    """Return a batch prediction of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        _rows().filter(id=batch_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such batch prediction.", code="batch_prediction_not_found"),
    )


def require_result(*, batch: BatchPrediction, format: str) -> PredictionFile:
    """Return the predictions in a format.

    Raises:
        NotFound: ``predictions_not_ready`` until all is predicted.
    """
    found = PredictionFile.objects.filter(batch=batch, format=format).first()
    if found is None:
        raise NotFound(
            "The predictions are not there yet. Wait for the job.", code="predictions_not_ready"
        )
    return found


def describe(batch_id: UUID) -> BatchPredictionView:
    """Describe a batch prediction that the caller may see."""
    return complete([_rows().get(id=batch_id)])[0]


def complete(rows: Sequence[BatchPrediction]) -> list[BatchPredictionView]:
    """Add to batch predictions their models, jobs and results."""
    jobs = jobs_of(rows)
    formats: dict[UUID, set[str]] = {}
    files = PredictionFile.objects.filter(batch__in=[row.id for row in rows])
    for batch_id, form in files.values_list("batch_id", "format"):
        formats.setdefault(batch_id, set()).add(form)
    return [
        BatchPredictionView(
            id=row.id,
            project_id=row.project_id,
            model_version_id=row.model_version_id,
            model_name=model.model.name if model else "",
            model_number=model.number if model else None,
            source=row.source,
            source_name=row.source_name,
            dataset_id=row.dataset_id,
            schedule_id=row.schedule_id,
            keeps_suggestions=row.suggestion_run_id is not None,
            num_files=row.num_files,
            num_predicted=row.num_predicted,
            num_failed=row.num_failed,
            problems=[
                ProblemView(one.name, one.code, one.message, one.params)
                # What ``_rows`` reads beside is known to no type of the row.
                for one in row.shown  # type: ignore[attr-defined]
            ],
            formats=[one for one in PREDICTIONS_FILES if one in formats.get(row.id, ())],
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
        for model in (row.model_version,)
    ]


def _rows() -> QuerySet[BatchPrediction]:
    shown = PredictionProblem.objects.order_by("id")[:MAX_PROBLEMS]
    rows = BatchPrediction.objects.select_related("created_by", "model_version__model")
    return rows.prefetch_related(Prefetch("problems", shown, to_attr="shown"))
