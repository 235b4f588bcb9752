"""Ask a model, or a quick classifier of the labelled samples, to suggest annotations."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.audit import services as audit
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.filters import document
from backend.datasets.selectors.datasets import require_dataset
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.model_registry.contracts import ModelVersionRef
from backend.model_registry.selectors import latest_version, ref_of, require_version
from backend.projects.selectors import organisation_of
from backend.suggestions.models import SuggestionRun
from engine.catalog import TASKS, AnnotationCard

# A probability that is worth showing as an answer.
CLASSIFIER_THRESHOLD = 0.5
UNLABELLED = SampleFilter(unlabelled=True)


@transaction.atomic
def start_suggesting(
    *,
    caller: Caller,
    dataset_id: UUID,
    method: str = SuggestionRun.Method.MODEL,
    model_version_id: UUID | None = None,
    wanted: SampleFilter = UNLABELLED,
    makes_labels: bool = False,
) -> SuggestionRun:
    """Queue the suggesting of annotations for the samples that pass a filter.

    Args:
        caller: who asks; at least an annotator.
        dataset_id: whose samples.
        method: ``model``, or ``classifier`` where no model is trained yet.
        model_version_id: the model; by default the newest of the dataset's project.
        wanted: which samples.
        makes_labels: whether labels that only the model knows are added to the dataset.

    Raises:
        NotFound: when there is no such dataset or model version for the caller.
        Conflict: ``no_model_yet``, or ``nothing_to_learn_from`` when no sample has a label.
        Invalid: ``suggestions_unsupported`` or ``model_of_other_task``.
    """
    dataset = require_dataset(caller=caller, dataset_id=dataset_id)
    kind = _require_suggesting(dataset.task)
    version = None
    threshold = CLASSIFIER_THRESHOLD
    if method == SuggestionRun.Method.MODEL:
        version = _version(caller, dataset.project_id, dataset.task, model_version_id)
        threshold = recommended_threshold(version.manifest)
    else:
        _require_examples(kind, dataset.num_labelled)
    run = SuggestionRun.objects.create(
        dataset=dataset,
        method=method,
        model_version_id=version.id if version else None,
        threshold=threshold,
        wanted=document(wanted),
        makes_labels=makes_labels,
        created_by_id=caller.user_id,
    )
    organisation_id = organisation_of(project_id=dataset.project_id)
    job = create_job(
        kind=names.SUGGEST,
        organisation_id=organisation_id,
        project_id=dataset.project_id,
        subject_id=run.id,
        title=dataset.name,
        requested_by_id=caller.user_id,
    )
    run.job_id = job.id
    run.save(update_fields=["job"])
    audit.record(
        organisation_id=organisation_id,
        project_id=dataset.project_id,
        actor_id=caller.user_id,
        action="suggestions.asked",
        target_kind="dataset",
        target_id=dataset.id,
        details={"name": dataset.name, "method": method},
    )
    return run


@transaction.atomic
def record_run(
    *,
    dataset_id: UUID,
    version: ModelVersionRef,
    wanted: SampleFilter,
    makes_labels: bool,
    asked_by: Caller,
) -> UUID:
    """Record the suggestions that come of predictions which another job makes; return the run.

    Raises:
        NotFound: when there is no such dataset for the caller.
        Invalid: ``suggestions_unsupported`` or ``model_of_other_task``.
    """
    dataset = require_dataset(caller=asked_by, dataset_id=dataset_id)
    _require_suggesting(dataset.task)
    _require_same_kind(version, dataset.task)
    run = SuggestionRun.objects.create(
        dataset=dataset,
        method=SuggestionRun.Method.MODEL,
        model_version_id=version.id,
        threshold=recommended_threshold(version.manifest),
        wanted=document(wanted),
        makes_labels=makes_labels,
        created_by_id=asked_by.user_id,
    )
    return run.id


def note_job(*, run_id: UUID, job_id: UUID) -> None:
    """Say which job makes the suggestions of a run."""
    SuggestionRun.objects.filter(id=run_id).update(job_id=job_id)


def recommended_threshold(manifest: Mapping[str, Any]) -> float:
    """Return the score from which on a model would say a thing: the middle of its labels'."""
    task = TASKS[str(manifest["task"])]
    of_whole = task.annotation_card.is_of_whole
    if not manifest["labels"] or (of_whole and not manifest["multi_label"]):
        return 0.0
    return float(median(label["threshold"] for label in manifest["labels"]))


def _version(
    caller: Caller, project_id: UUID, task: str, version_id: UUID | None
) -> ModelVersionRef:
    if version_id is None:
        found = latest_version(project_id=project_id)
        if found is None:
            raise Conflict(
                "This project has no model yet. Train one, choose one of another project, or let "
                "a quick classifier of the labelled samples suggest.",
                code="no_model_yet",
            )
        return found
    version = ref_of(require_version(caller=caller, version_id=version_id))
    _require_same_kind(version, task)
    return version


def _require_suggesting(task: str) -> AnnotationCard:
    """Return how samples of a task are annotated, where a model can suggest that."""
    kind = TASKS[task].annotation_card
    if kind.suggested_from is None:
        raise Invalid(
            "No model can suggest annotations of this kind. Label by hand.",
            code="suggestions_unsupported",
        )
    return kind


def _require_same_kind(version: ModelVersionRef, task: str) -> None:
    given, wanted = TASKS[str(version.manifest["task"])], TASKS[task]
    if (given.annotation, given.media) != (wanted.annotation, wanted.media):
        raise Invalid(
            "This model is of another task and annotates in another way. Choose one of the same "
            "task.",
            code="model_of_other_task",
            task=given.key,
        )


def _require_examples(kind: AnnotationCard, num_labelled: int) -> None:
    if not kind.is_classification:
        raise Invalid(
            "A quick classifier suggests classes of whole samples only. Train a model for regions.",
            code="classifier_unsupported",
        )
    if num_labelled == 0:
        raise Conflict(
            "No sample has a label yet. Label one of each class first.",
            code="nothing_to_learn_from",
        )
