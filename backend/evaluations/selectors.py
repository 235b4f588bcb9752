"""Reads about evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.evaluations.contracts import (
    EvaluatedModelView,
    EvaluatedPartView,
    EvaluationView,
    ModelMetricsView,
)
from backend.evaluations.models import EvaluatedModel, Evaluation
from backend.jobs.selectors import jobs_of
from backend.projects.selectors import require_project, require_row
from engine.specs.evaluations import EvaluationResult

_NOTHING = EvaluationResult(primary_metric="", higher_is_better=True, parts=())


def list_evaluations(
    *, caller: Caller, project: UUID, model_version: UUID | None = None
) -> QuerySet[Evaluation]:
    """Return the evaluations of a project, or those with a model version.

    Raises:
        NotFound: when the caller may not see the project.
    """
    require_project(caller=caller, project_id=project)
    rows = _rows().filter(project_id=project)
    return rows if model_version is None else rows.filter(models__model_version_id=model_version)


def require_evaluation(
    *, caller: Caller, evaluation_id: UUID, minimum: Role = Role.VIEWER
) -> Evaluation:
    """Return an evaluation of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        _rows().filter(id=evaluation_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such evaluation.", code="evaluation_not_found"),
    )


def describe(evaluation_id: UUID) -> EvaluationView:
    """Describe an evaluation that the caller may see."""
    return complete([_rows().get(id=evaluation_id)])[0]


def complete(rows: Sequence[Evaluation]) -> list[EvaluationView]:
    """Describe evaluations, with their jobs."""
    jobs = jobs_of(rows)
    return [
        EvaluationView(
            id=row.id,
            project_id=row.project_id,
            dataset_version_id=row.dataset_version_id,
            source_name=row.source_name,
            tag_name=row.tag_name,
            models=[
                EvaluatedModelView(
                    one.model_version_id, one.name, one.number, one.is_training_known
                )
                for one in row.models.all()
            ],
            num_trained_on=row.num_trained_on + found.num_trained_on,
            num_unknown=row.num_unknown,
            unknown_labels=row.unknown_labels,
            primary_metric=found.primary_metric,
            higher_is_better=found.higher_is_better,
            parts=[
                EvaluatedPartView(
                    part.part,
                    part.num_samples,
                    [ModelMetricsView(one.metrics, one.change) for one in part.models],
                )
                for part in found.parts
            ],
            num_left_out=found.num_left_out,
            left_out=found.left_out,
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
        for found in (_NOTHING if row.result is None else EvaluationResult(**row.result),)
    ]


def _rows() -> QuerySet[Evaluation]:
    models = EvaluatedModel.objects.order_by("place")
    return Evaluation.objects.select_related("created_by").prefetch_related(
        Prefetch("models", models)
    )
