"""Order cleaning and its undoing, and give the process that works it out what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.audit import services as audit
from backend.cleaning.contracts import CleanedDataset
from backend.cleaning.models import CleaningRun
from backend.cleaning.selectors.runs import selection_of, under_way
from backend.cleaning.services.specs import write_spec
from backend.cleaning.steps import checked
from backend.datasets.contracts import Selection
from backend.datasets.contracts.filters import document
from backend.datasets.selectors.samples import rows_of_selection
from backend.datasets.services.counters import lock_dataset
from backend.files.services.readable import unreadable_of
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job, job_folder
from backend.projects.selectors import organisation_of
from engine.catalog import TASKS
from engine.specs.cleaning import STEPS, CleaningSpec

Finish = Callable[[Mapping[str, Any]], None]


def media_of(dataset: CleanedDataset) -> str:
    """Return what the samples of a dataset hold.

    Raises:
        Invalid: ``cleaning_unsupported`` when there are no steps for it.
    """
    media = TASKS[dataset.task].media.value
    if media not in STEPS:
        known = ", ".join(STEPS)
        raise Invalid(
            f"Samples of the kind '{media}' cannot be cleaned here. There are steps for: {known}.",
            code="cleaning_unsupported",
            media=media,
            known=known,
        )
    return media


@transaction.atomic
def start_cleaning(
    *,
    dataset: CleanedDataset,
    steps: Sequence[Mapping[str, Any]],
    selection: Selection,
    requested_by: Caller,
    name: str = "",
) -> CleaningRun:
    """Have the samples of a selection taken through steps.

    Raises:
        Invalid: ``cleaning_unsupported``, or when the filter does not fit the dataset.
        Conflict: ``nothing_to_clean``, or ``cleaning_under_way``.
        ValidationError: naming each wrong step.
    """
    taken = checked(media_of(dataset), steps)
    _require_idle(dataset.id)
    if not rows_of_selection(dataset.id, selection).exists():
        raise Conflict(
            "No sample passes the filter, so there is nothing to clean. Choose others.",
            code="nothing_to_clean",
        )
    run = CleaningRun.objects.create(
        dataset_id=dataset.id,
        name=name,
        steps=taken,
        query=document(selection.filter) if selection.filter is not None else {},
        sample_ids=None if selection.ids is None else [str(one) for one in selection.ids],
        created_by_id=requested_by.user_id,
    )
    _queue(run, names.CLEAN_DATASET)
    _record(run, requested_by, "dataset.cleaned")
    return run


@transaction.atomic
def start_undo(*, run: CleaningRun, requested_by: Caller) -> None:
    """Have the samples brought back that a run changed or left out.

    Raises:
        Conflict: ``cleaning_not_undoable``, or ``cleaning_under_way``.
    """
    _require_idle(run.dataset_id)
    # The write itself asks for the state, so of two who click at once only one goes on.
    changed = CleaningRun.objects.filter(id=run.id, state=CleaningRun.State.APPLIED).update(
        state=CleaningRun.State.UNDOING, num_left=0
    )
    if not changed:
        raise Conflict(
            "There is nothing to take back: this run has changed nothing, or was undone already.",
            code="cleaning_not_undoable",
        )
    _queue(run, names.UNDO_CLEANING)
    _record(run, requested_by, "cleaning.undone")


def prepare_cleaning(*, run_id: UUID, folder: Path) -> CleaningSpec:
    """Write the index of a run's samples into ``folder`` and return its spec.

    Raises:
        Unavailable: ``disk_full``.
    """
    run = CleaningRun.objects.select_related("dataset").get(id=run_id)
    return write_spec(
        dataset_id=run.dataset_id,
        selection=selection_of(run),
        media=TASKS[run.dataset.task].media.value,
        steps=run.steps,
        folder=folder,
    )


@transaction.atomic
def complete_cleaning(*, run_id: UUID, job_id: UUID, num_samples: int, finish: Finish) -> None:
    """Queue that what a process worked out is put into force."""
    run = CleaningRun.objects.get(id=run_id)
    if run.state == CleaningRun.State.CLEANING:
        CleaningRun.objects.filter(id=run_id).update(
            state=CleaningRun.State.APPLYING, worked_by=job_id, num_samples=num_samples
        )
        _queue(run, names.APPLY_CLEANING)
    finish({"num_samples": num_samples, **unreadable_of(job_folder(job_id))})


def _require_idle(dataset_id: UUID) -> None:
    """Let one run at a time change a dataset, also of two that are asked for at once.

    Raises:
        Conflict: ``cleaning_under_way``.
    """
    lock_dataset(dataset_id)
    if under_way(dataset_id):
        raise Conflict(
            "This dataset is being cleaned. Wait until that has ended, or cancel it.",
            code="cleaning_under_way",
        )


def _queue(run: CleaningRun, kind: str) -> None:
    dataset = run.dataset
    job = create_job(
        kind=kind,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=run.id,
        title=dataset.name,
        requested_by_id=run.created_by_id,
    )
    CleaningRun.objects.filter(id=run.id).update(job_id=job.id)


def _record(run: CleaningRun, actor: Caller, action: str) -> None:
    dataset = run.dataset
    audit.record(
        organisation_id=organisation_of(project_id=dataset.project_id),
        actor_id=actor.user_id,
        action=action,
        target_kind="dataset",
        target_id=dataset.id,
        project_id=dataset.project_id,
        details={"dataset": dataset.name, "steps": [step["kind"] for step in run.steps]},
    )
