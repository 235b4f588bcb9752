"""Bring the samples of a frozen version into a dataset: into another one, or a new one, a fork.

No file is copied: a sample refers to content. What is read of the index, and what became of it, is
counted in the transaction that takes a batch in, so that a break neither repeats nor loses any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid, NotFound
from backend.datasets.models import Dataset, DatasetVersion, Label, VersionMerge
from backend.datasets.services.counters import lock_dataset
from backend.datasets.services.datasets import record
from backend.datasets.services.versioning.version_merge import COUNTS, VersionMerger
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from backend.projects.services.projects import touch_project
from engine.specs.data import SampleRecord

_BATCH = 500

Report = Callable[[int, int], None]


@transaction.atomic
def fork_version(
    *, version: DatasetVersion, name: str, forked_by: Caller, description: str = ""
) -> VersionMerge:
    """Make a dataset that begins as a version: its samples, labels and splits.

    Raises:
        Conflict: when the version is not ready.
    """
    source = version.dataset
    dataset = Dataset.objects.create(
        project_id=source.project_id,
        name=name,
        description=description,
        task=source.task,
        multi_label=version.multi_label,
        attributes=version.attributes,
        created_by_id=forked_by.user_id,
        forked_from=version,
    )
    Label.objects.bulk_create(
        Label(
            dataset=dataset,
            name=label["name"],
            color=label["color"],
            attributes=label.get("attributes", []),
            position=position,
        )
        for position, label in enumerate(version.labels)
    )
    record(dataset, forked_by, "dataset.forked", source=source.name, number=version.number)
    labels = {label["name"]: label["name"] for label in version.labels}
    return _order(version, dataset, labels, forked_by, is_fork=True)


@transaction.atomic
def merge_version(
    *,
    version: DatasetVersion,
    dataset: Dataset,
    labels: Mapping[str, str | None],
    merged_by: Caller,
    replace: bool = False,
) -> VersionMerge:
    """Bring the samples of a version into a dataset.

    Args:
        version: a ready version of a dataset with the same task.
        dataset: where its samples go.
        labels: the name that each label has in the dataset, made when it has none; ``None`` leaves
            it behind. A label that is not named here keeps its name.
        merged_by: who asks for it.
        replace: whether the version is right about samples that both label, and differently.

    Raises:
        Conflict: when the version is not ready.
        Invalid: when the tasks differ, or a label is named that the version does not have.
    """
    if version.dataset.task != dataset.task:
        raise Invalid(
            f"The version is of the task '{version.dataset.task}', the dataset of "
            f"'{dataset.task}'. Choose a dataset of the same task.",
            code="task_differs",
            task=version.dataset.task,
            expected=dataset.task,
        )
    known = [label["name"] for label in version.labels]
    unknown = sorted(set(labels) - set(known))
    if unknown:
        raise Invalid(
            f"The version has no label '{unknown[0]}'. Name labels as the version does.",
            code="version_label_unknown",
            name=unknown[0],
        )
    record(dataset, merged_by, "dataset_version.merged", number=version.number)
    mapped = {name: labels.get(name, name) for name in known}
    return _order(version, dataset, mapped, merged_by, replace=replace)


def run_merge(merge_id: UUID, report_progress: Report) -> dict[str, Any]:
    """Carry out a merge that was ordered; goes on where it was broken off.

    Raises:
        NotFound: when its version was deleted for good.
    """
    merge = VersionMerge.objects.select_related("version__dataset", "dataset").get(id=merge_id)
    if merge.version is None:
        raise NotFound(
            "The dataset version is gone. Choose another.", code="dataset_version_not_found"
        )
    total = merge.version.num_samples
    report_progress(merge.num_done, total)
    for batch in _batches(merge.version, merge.num_done):
        with transaction.atomic():
            lock_dataset(merge.dataset_id)
            merger = VersionMerger(merge, merge.version)
            counts = Counter(merge.counts) + merger.merge(batch)
            # The sum of two counters leaves out what is zero.
            merge.counts = {name: counts[name] for name in COUNTS}
            merge.num_done += len(batch)
            merge.save(update_fields=["counts", "num_done"])
        report_progress(merge.num_done, total)
    return {"dataset_id": str(merge.dataset_id), **merge.counts}


def _order(
    version: DatasetVersion,
    dataset: Dataset,
    labels: Mapping[str, str | None],
    requested_by: Caller,
    *,
    replace: bool = False,
    is_fork: bool = False,
) -> VersionMerge:
    if version.state != DatasetVersion.State.READY:
        raise Conflict(
            f"Version {version.number} is not ready. Wait until it is frozen.",
            code="version_not_ready",
            number=version.number,
        )
    merge = VersionMerge.objects.create(
        version=version,
        version_number=version.number,
        version_dataset_name=version.dataset.name,
        dataset=dataset,
        labels=dict(labels),
        replace=replace,
        counts=dict.fromkeys(COUNTS, 0),
        is_fork=is_fork,
        created_by_id=requested_by.user_id,
    )
    job = create_job(
        kind=names.MERGE_VERSION,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=merge.id,
        title=f"{version.dataset.name} · {version.number} → {dataset.name}",
        requested_by_id=requested_by.user_id,
        request={"dataset_id": str(dataset.id)},
    )
    merge.job_id = job.id
    merge.save(update_fields=["job"])
    touch_project(dataset.project_id)
    return merge


def _batches(version: DatasetVersion, done: int) -> Iterator[list[SampleRecord]]:
    """Yield the records that are still to come."""
    assert version.index_blob_id is not None
    batch: list[SampleRecord] = []
    with store().open(key_of(version.index_blob_id)) as index:
        for number, line in enumerate(index):
            if number < done:
                continue
            batch.append(SampleRecord.model_validate(orjson.loads(line), strict=False))
            if len(batch) == _BATCH:
                yield batch
                batch = []
    if batch:
        yield batch
