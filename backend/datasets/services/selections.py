"""Do the same to many samples: a few at once, many as a job that goes on after a break.

A job chooses its samples once, as rows, and deletes each row in the transaction that changes its
sample. So it neither forgets nor repeats one, whatever the change does to the filter's outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import pydantic
from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import F, QuerySet

from backend.accounts.contracts import Caller
from backend.annotation.services.annotations import change_labels, check_label_change
from backend.annotation.services.changes import Author
from backend.datasets.contracts import Selection
from backend.datasets.contracts.filters import document, filter_of
from backend.datasets.models import ChosenSample, Dataset, Sample, SelectionChange
from backend.datasets.selectors.samples import selected
from backend.datasets.services.datasets import record
from backend.datasets.services.tags import put_tag, take_tag
from backend.datasets.services.trash import restore_batch, trash_batch
from backend.jobs.contracts import JobView, names
from backend.jobs.selectors import get_view
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of

MAX_AT_ONCE = 1000
BATCH = 1000

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Action:
    """What is done to each sample; a label change names ``labels`` and a mode, a tag its id."""

    kind: Literal["trash", "restore", "label", "put_tag", "take_tag"]
    label_ids: tuple[UUID, ...] = ()
    mode: str = "set"
    tag_id: UUID | None = None


@dataclass(frozen=True)
class Changed:
    """How many samples were changed, or the job that changes so many."""

    num: int
    job: JobView | None = None


_ACTION = pydantic.TypeAdapter(Action)


def act(*, dataset: Dataset, selection: Selection, action: Action, requested_by: Caller) -> Changed:
    """Do something to the samples of a selection; over 1,000 of them are a job's work.

    Raises:
        Invalid: when the filter or the labels do not fit the dataset.
    """
    if action.kind == "label":
        check_label_change(dataset.id, action.label_ids, action.mode)
    rows = selected(dataset, selection, trashed=action.kind == "restore")
    found = list(rows.order_by().values_list("id", flat=True)[: MAX_AT_ONCE + 1])
    if len(found) > MAX_AT_ONCE:
        return _order(dataset, selection, action, requested_by)
    with transaction.atomic():
        num = _apply(dataset, found, action, requested_by.user_id)
        if num:
            record(dataset, requested_by, _RECORDED[action.kind], num=num)
    return Changed(num)


@transaction.atomic
def _order(dataset: Dataset, selection: Selection, action: Action, requested_by: Caller) -> Changed:
    change = SelectionChange.objects.create(
        dataset=dataset,
        action=_ACTION.dump_python(action, mode="json"),
        query=document(selection.filter) if selection.filter is not None else {},
        created_by_id=requested_by.user_id,
    )
    num = 0
    # Ids that came with the request are few; what a filter finds is chosen by the job.
    if selection.ids is not None:
        num = _choose(change, selected(dataset, selection, trashed=action.kind == "restore"))
    job = create_job(
        kind=names.CHANGE_SAMPLES,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=change.id,
        title=dataset.name,
        requested_by_id=requested_by.user_id,
        request={"dataset_id": str(dataset.id), "action": action.kind},
    )
    SelectionChange.objects.filter(id=change.id).update(job_id=job.id)
    return Changed(num, get_view(job_id=job.id))


def change_samples(change_id: UUID, report_progress: Report) -> dict[str, Any]:
    """Carry out a change that was ordered; goes on where it was broken off.

    Raises:
        Invalid: when the filter no longer fits the dataset.
    """
    change = SelectionChange.objects.select_related("dataset").get(id=change_id)
    action = _ACTION.validate_python(change.action)
    if change.num_samples is None:
        selection = Selection(filter=filter_of(change.query))
        rows = selected(change.dataset, selection, trashed=action.kind == "restore")
        with transaction.atomic():
            change.num_samples = _choose(change, rows)
    total = change.num_samples
    left = change.chosen.count()
    while left:
        report_progress(total - left, total)
        left -= _change_some(change, action)
    report_progress(total, total)
    change.refresh_from_db(fields=["num_changed"])
    return {"num_samples": total, "num_changed": change.num_changed}


@transaction.atomic
def _change_some(change: SelectionChange, action: Action) -> int:
    """Change the next samples, and forget in the same transaction that they wait."""
    batch = list(change.chosen.order_by("id").values_list("id", "sample_id")[:BATCH])
    ids = [sample_id for _, sample_id in batch]
    num = _apply(change.dataset, ids, action, change.created_by_id)
    SelectionChange.objects.filter(id=change.id).update(num_changed=F("num_changed") + num)
    change.chosen.filter(id__lte=batch[-1][0]).delete()
    if not change.chosen.exists():
        change.refresh_from_db(fields=["num_changed"])
        author = Author(change.created_by_id)
        record(change.dataset, author, _RECORDED[action.kind], num=change.num_changed)
    return len(batch)


def _choose(change: SelectionChange, rows: QuerySet[Sample]) -> int:
    """Write down which samples are to be changed, without carrying their ids through Python."""
    table = connection.ops.quote_name(ChosenSample._meta.db_table)
    try:
        chosen, params = rows.order_by().values("id").query.sql_with_params()
    # A filter that nothing can pass has no SQL at all.
    except EmptyResultSet:
        num = 0
    else:
        # SQLite has no UUIDs and keeps them as text.
        own_id = SelectionChange._meta.pk.get_db_prep_value(change.id, connection)
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {table} (change_id, sample_id) SELECT %s, chosen.* "
                f"FROM ({chosen}) AS chosen",
                [own_id, *params],
            )
            num = cursor.rowcount
    SelectionChange.objects.filter(id=change.id).update(num_samples=num)
    return num


def _apply(
    dataset: Dataset, sample_ids: Collection[UUID], action: Action, user_id: UUID | None
) -> int:
    """Do one batch; return how many samples it changed."""
    match action:
        case Action(kind="trash"):
            return trash_batch(dataset, sample_ids)
        case Action(kind="restore"):
            return restore_batch(dataset, sample_ids)
        case Action(kind="put_tag", tag_id=UUID() as tag_id):
            return put_tag(dataset.id, sample_ids, tag_id)
        case Action(kind="take_tag", tag_id=UUID() as tag_id):
            return take_tag(dataset.id, sample_ids, tag_id)
        case _:
            return change_labels(
                dataset_id=dataset.id,
                sample_ids=sample_ids,
                label_ids=action.label_ids,
                mode=action.mode,
                author=Author(user_id),
            )


_RECORDED = {
    "trash": "samples.trashed",
    "restore": "samples.restored",
    "label": "samples.labelled",
    "put_tag": "samples.tagged",
    "take_tag": "samples.untagged",
}
