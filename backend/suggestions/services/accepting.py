"""Accept many suggestions at once, or none of one; and take that back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.annotation.contracts import Source
from backend.annotation.contracts.states import OptionalState, State, defined
from backend.annotation.selectors.annotations import states_before
from backend.annotation.services.changes import Author, current_states, write_states
from backend.api.errors import Conflict, Invalid
from backend.audit import services as audit
from backend.datasets.contracts import DatasetRef
from backend.datasets.services import counters
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from backend.suggestions.models import Acceptance, Suggestion
from backend.suggestions.selectors.open import open_suggestions
from backend.suggestions.services.disagreements import compare
from backend.suggestions.states import Suggested
from engine.catalog import TASKS

# More than these are accepted by a worker, fewer while the person waits.
AT_ONCE = 500
_BATCH = 500

Report = Callable[[int, int], None]


def accept(
    *,
    dataset_id: UUID,
    project_id: UUID,
    caller: Caller,
    threshold: float,
    label_id: UUID | None = None,
    spared: Collection[UUID] = (),
) -> Acceptance:
    """Annotate all samples whose suggestions are sure enough, as the model would.

    Only samples that nobody annotated are touched, and those where earlier acceptances alone spoke.
    Many are left to a worker, whose job the answer names.

    Args:
        dataset_id: the dataset.
        project_id: its project.
        caller: who accepts.
        threshold: the least score of what is accepted.
        label_id: the label to accept; all when there is none.
        spared: samples to leave out.

    Raises:
        Invalid: ``label_unknown``.
    """
    if label_id is not None and label_id not in counters.label_names(dataset_id):
        raise Invalid(
            "The dataset has no such label; perhaps somebody deleted it. Load the labels again.",
            code="label_unknown",
            label_id=str(label_id),
        )
    with transaction.atomic():
        row = Acceptance.objects.create(
            dataset_id=dataset_id,
            label_id=label_id,
            is_of_one_label=label_id is not None,
            threshold=threshold,
            spared=sorted(str(one) for one in spared),
            created_by_id=caller.user_id,
        )
        organisation_id = organisation_of(project_id=project_id)
        audit.record(
            organisation_id=organisation_id,
            project_id=project_id,
            actor_id=caller.user_id,
            action="suggestions.accepted",
            target_kind="dataset",
            target_id=dataset_id,
            details={"threshold": threshold, "label": str(label_id) if label_id else None},
        )
        few = len(_waiting(row)[: AT_ONCE + 1].values_list("sample_id")) <= AT_ONCE
        if not few:
            job = create_job(
                kind=names.ACCEPT_SUGGESTIONS,
                organisation_id=organisation_id,
                project_id=project_id,
                subject_id=row.id,
                title=f"{threshold:.2f}",
                requested_by_id=caller.user_id,
            )
            Acceptance.objects.filter(id=row.id).update(job=job)
    if few:
        carry_out(row.id, lambda done, total: None)
    return Acceptance.objects.select_related("job").get(id=row.id)


def carry_out(acceptance_id: UUID, report_progress: Report) -> dict[str, Any]:
    """Accept what an acceptance names, a batch at a time; safe to repeat after a break."""
    row = Acceptance.objects.get(id=acceptance_id)
    total = row.num_accepted + _waiting(row).count()
    done = row.num_accepted
    report_progress(done, total)
    while num := _accept_some(row):
        done += num
        report_progress(done, max(done, total))
    row.refresh_from_db()
    return {"num_accepted": row.num_accepted}


@transaction.atomic
def undo(*, acceptance_id: UUID, caller: Caller) -> int:
    """Take an acceptance back, for samples that nobody has changed since; return how many.

    Raises:
        Conflict: ``acceptance_undone`` or ``acceptance_running``.
    """
    row = Acceptance.objects.select_related("dataset", "job").get(id=acceptance_id)
    dataset = counters.lock_dataset(row.dataset_id)
    # Read again under the lock: another tab may have taken it back meanwhile.
    row.refresh_from_db()
    if row.undone_at is not None:
        raise Conflict("This was taken back before.", code="acceptance_undone")
    if row.job is not None and row.job.finished_at is None:
        raise Conflict(
            "Suggestions are still being accepted. Cancel the job first, or wait for its end.",
            code="acceptance_running",
        )
    num = 0
    while batch := _undoable(row)[:_BATCH]:
        num += _undo_some(dataset, batch, caller)
    Acceptance.objects.filter(id=row.id).update(undone_at=timezone.now(), num_undone=num)
    return num


@transaction.atomic
def reject(*, dataset_id: UUID, sample_ids: Collection[UUID], is_rejected: bool = True) -> int:
    """Put suggestions aside, or bring them back; return how many there were."""
    dataset = counters.lock_dataset(dataset_id)
    rows = Suggestion.objects.filter(dataset_id=dataset.id, sample_id__in=list(sample_ids))
    num = rows.update(rejected_at=timezone.now() if is_rejected else None)
    samples = counters.states_of(dataset.id, list(sample_ids), with_trashed=True)
    compare(current_states(samples))
    return num


def _waiting(row: Acceptance) -> Any:
    """Return the suggestions that an acceptance names and has not accepted yet."""
    rows = open_suggestions(
        dataset_id=row.dataset_id, threshold=row.threshold, label_id=row.label_id
    )
    # Its label was deleted meanwhile; without one, all labels would be meant.
    if row.is_of_one_label and row.label_id is None:
        return rows.none()
    return rows.exclude(acceptance=row).exclude(sample_id__in=row.spared)


@transaction.atomic
def _accept_some(row: Acceptance) -> int:
    """Accept a batch; return how many samples were looked at."""
    dataset = counters.lock_dataset(row.dataset_id)
    batch: list[Suggestion] = list(_waiting(row).order_by("sample_id")[:_BATCH])
    samples = counters.states_of(dataset.id, [one.sample_id for one in batch])
    known = counters.label_names(dataset.id)
    label_id = str(row.label_id) if row.label_id else None
    attributes = counters.definitions(dataset.id)
    before = current_states(samples)
    after: dict[UUID, OptionalState] = {}

    def with_defined(state: State) -> State:
        # Attributes may be deleted while a suggestion waits.
        return replace(state, regions=tuple(defined(one, attributes) for one in state.regions))

    for one in batch:
        if one.sample_id not in samples:
            continue
        suggested = Suggested.from_json(one.state).with_labels(
            {str(known_id) for known_id in known}
        )
        added = suggested.above(row.threshold, label_id)
        after[one.sample_id] = _joined(before[one.sample_id], with_defined(added.state()), dataset)
    write_states(
        dataset.id,
        samples=samples,
        before=before,
        after=after,
        names=known,
        author=Author(row.created_by_id, Source.MODEL),
    )
    num_changed = 0
    for one in batch:
        one.acceptance = row
        if one.sample_id in samples and after[one.sample_id] != before[one.sample_id]:
            one.accepted_revision = samples[one.sample_id].revision + 1
            num_changed += 1
    Suggestion.objects.bulk_update(batch, ["acceptance", "accepted_revision"], batch_size=200)
    Acceptance.objects.filter(id=row.id).update(num_accepted=F("num_accepted") + num_changed)
    return len(batch)


def _joined(annotation: OptionalState, added: State, dataset: DatasetRef) -> OptionalState:
    """Return what is said and what a suggestion adds; one label stays one."""
    if annotation is None:
        return None if added.is_empty else added
    keys = {region.key for region in annotation.regions}
    labels = annotation.labels | added.labels
    return replace(
        annotation,
        labels=labels if dataset.multi_label or len(labels) < 2 else annotation.labels,
        regions=(*annotation.regions, *(one for one in added.regions if one.key not in keys)),
        relations=annotation.relations | added.relations,
        texts=annotation.texts or added.texts,
        value=added.value if annotation.value is None else annotation.value,
    )


def _undoable(row: Acceptance) -> Any:
    """Return the suggestions that an acceptance made annotations of, untouched since."""
    return Suggestion.objects.filter(
        acceptance=row, accepted_revision__isnull=False, accepted_revision=F("sample__revision")
    ).order_by("sample_id")


def _undo_some(dataset: Any, batch: Sequence[Suggestion], caller: Caller) -> int:
    revisions = {one.sample_id: one.accepted_revision or 0 for one in batch}
    samples = counters.states_of(dataset.id, list(revisions), with_trashed=True)
    known = counters.label_names(dataset.id)
    fields = TASKS[dataset.task].annotation_card
    write_states(
        dataset.id,
        samples=samples,
        before=current_states(samples),
        after=states_before(
            revisions,
            known,
            attributes=counters.definitions(dataset.id),
            regions_need_labels=fields.region_labels_required,
        ),
        names=known,
        author=Author(caller.user_id),
    )
    Suggestion.objects.filter(sample_id__in=list(revisions)).update(accepted_revision=None)
    return len(batch)
