"""Evaluations are started and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict, Invalid
from backend.audit import services as audit
from backend.datasets.contracts import VersionRef
from backend.datasets.selectors.references import dataset_ref
from backend.datasets.selectors.tags import tag_of
from backend.evaluations.models import EvaluatedModel, Evaluation
from backend.jobs.contracts import names
from backend.jobs.selectors import get_view
from backend.jobs.services.jobs import create_job
from backend.model_registry.selectors import require_ref
from backend.model_registry.services.fitting import require_fitting
from backend.projects.selectors import organisation_of


@transaction.atomic
def create_evaluation(
    *,
    caller: Caller,
    model_version_ids: Sequence[UUID],
    data: VersionRef,
    tag_id: UUID | None = None,
) -> Evaluation:
    """Have model versions measured on the same samples.

    Args:
        caller: who asks; at least a developer.
        model_version_ids: the first is what the others are compared with.
        data: where the samples are.
        tag_id: of samples that are measured by themselves as well.

    Raises:
        NotFound: when there is no such thing for the caller.
        Invalid: ``model_version_twice``, ``project_differs`` or ``model_of_other_media``.
        Conflict: ``version_not_ready``.
    """
    if len({*model_version_ids}) < len(model_version_ids):
        raise Invalid("A model version is named twice. Name each once.", code="model_version_twice")
    models = [
        require_ref(caller=caller, version_id=one, minimum=Role.DEVELOPER)
        for one in model_version_ids
    ]
    if data.index_sha256 is None:
        raise Conflict("The version is not ready yet. Wait for its job.", code="version_not_ready")
    task = dataset_ref(data.dataset_id).task
    for model in models:
        require_fitting(model, project_id=data.project_id, task=task)
    tag = None if tag_id is None else tag_of(dataset_id=data.dataset_id, tag_id=tag_id)
    evaluation = Evaluation.objects.create(
        project_id=data.project_id,
        dataset_version_id=data.id,
        source_name=f"{data.dataset_name} v{data.number}"[:300],
        tag=tag,
        tag_name="" if tag is None else tag.name,
        created_by_id=caller.user_id,
    )
    EvaluatedModel.objects.bulk_create(
        EvaluatedModel(
            evaluation=evaluation,
            place=place,
            model_version_id=model.id,
            name=model.model_name,
            number=model.number,
        )
        for place, model in enumerate(models)
    )
    job = create_job(
        kind=names.EVALUATE_MODELS,
        organisation_id=organisation_of(project_id=evaluation.project_id),
        project_id=evaluation.project_id,
        subject_id=evaluation.id,
        title=evaluation.source_name[:200],
        requested_by_id=caller.user_id,
    )
    evaluation.job_id = job.id
    evaluation.save(update_fields=["job"])
    _record(evaluation, caller, "evaluation.started")
    return evaluation


def delete_evaluation(*, evaluation: Evaluation, deleted_by: Caller) -> None:
    """Delete an evaluation.

    Raises:
        Conflict: ``evaluation_busy`` while its job goes on.
    """
    with transaction.atomic():
        row = Evaluation.objects.select_for_update().get(id=evaluation.id)
        if row.job_id is not None and not get_view(job_id=row.job_id).is_finished:
            raise Conflict(
                "The evaluation still goes on. Cancel its job first.", code="evaluation_busy"
            )
        _record(row, deleted_by, "evaluation.deleted")
        row.delete()


def _record(evaluation: Evaluation, actor: Caller, action: str) -> None:
    audit.record(
        organisation_id=organisation_of(project_id=evaluation.project_id),
        actor_id=actor.user_id,
        action=action,
        target_kind="evaluation",
        target_id=evaluation.id,
        project_id=evaluation.project_id,
        details={"name": evaluation.source_name},
    )
