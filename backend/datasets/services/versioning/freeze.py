"""Order a frozen version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.filters import document
from backend.datasets.models import Dataset, DatasetVersion
from backend.datasets.selectors.named_splits import named_splits
from backend.datasets.selectors.samples import ALL, samples_of
from backend.datasets.services.counters import lock_dataset
from backend.datasets.services.datasets import record
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from backend.projects.services.projects import touch_project

_TOLERANCE = 1e-6
DEFAULT_SHARES = {"train": 0.7, "validation": 0.15, "test": 0.15}


@transaction.atomic
def freeze_version(
    *,
    dataset: Dataset,
    requested_by: Caller,
    split: Mapping[str, Any] | None = None,
    note: str = "",
    include_unlabelled: bool = False,
    filter: SampleFilter = ALL,
) -> DatasetVersion:
    """Number a version of the samples that pass a filter and have a worker build it.

    Without a split it is divided as its data names the splits, or else at random, 70 to 15 to 15.

    Raises:
        Invalid: when the shares do not add up, or the other version cannot be used.
        Conflict: when there is nothing to freeze.
    """
    # Without the lock two versions that are ordered at once would get the same number.
    dataset = lock_dataset(dataset.id)
    split = split or _usual_split(dataset, filter)
    _check_split(dataset, split, filter)
    wanted = replace(filter, trashed=False)
    _check_any(dataset, wanted, include_unlabelled=include_unlabelled)
    last = DatasetVersion.objects.filter(dataset=dataset).aggregate(last=Max("number"))["last"]
    version = DatasetVersion.objects.create(
        dataset=dataset,
        number=(last or 0) + 1,
        note=note,
        multi_label=dataset.multi_label,
        split_recipe=dict(split),
        include_unlabelled=include_unlabelled,
        query=document(wanted),
        created_by_id=requested_by.user_id,
    )
    job = create_job(
        kind=names.FREEZE_VERSION,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=version.id,
        title=f"{dataset.name} · {version.number}",
        requested_by_id=requested_by.user_id,
    )
    version.job_id = job.id
    version.save(update_fields=["job"])
    touch_project(dataset.project_id)
    record(dataset, requested_by, "dataset_version.frozen", number=version.number)
    return version


@transaction.atomic
def note_version(*, version: DatasetVersion, note: str, noted_by: Caller) -> None:
    """Write another note on a version; nothing else of it ever changes."""
    DatasetVersion.objects.filter(id=version.id).update(note=note)
    record(version.dataset, noted_by, "dataset_version.noted", number=version.number, note=note)


def _usual_split(dataset: Dataset, wanted: SampleFilter) -> dict[str, Any]:
    """Return the recipe of a version of which nobody says how it is divided."""
    if any(named_splits(dataset=dataset, wanted=wanted).values()):
        shares = {part: DEFAULT_SHARES[part] for part in ("validation", "test")}
        return {"kind": "named", **shares, "seed": 0}
    return {"kind": "random", **DEFAULT_SHARES, "seed": 0}


def _check_any(dataset: Dataset, wanted: SampleFilter, *, include_unlabelled: bool) -> None:
    if not (dataset.num_samples if include_unlabelled else dataset.num_labelled):
        raise Conflict(
            "No sample of this dataset has a label yet. Label some first.", code="nothing_labelled"
        )
    rows = samples_of(dataset, wanted)
    if not (rows if include_unlabelled else rows.exclude(labelled_at=None)).exists():
        raise Conflict(
            "No labelled sample passes this filter. Label some of them, or loosen the filter.",
            code="nothing_in_filter",
        )


def _check_split(dataset: Dataset, split: Mapping[str, Any], wanted: SampleFilter) -> None:
    if split["kind"] == "custom":
        _check_other(dataset, UUID(str(split["validation_version_id"])))
        return
    if split["kind"] == "named":
        _check_named(dataset, split, wanted)
        return
    total = split["train"] + split["validation"] + split["test"]
    if abs(total - 1) > _TOLERANCE:
        raise Invalid(
            f"The shares add up to {total:g}. They have to add up to 1.",
            code="split_shares",
            total=total,
        )
    if split["train"] <= 0:
        raise _nothing_for_training()


def _check_named(dataset: Dataset, split: Mapping[str, Any], wanted: SampleFilter) -> None:
    if not any(named_splits(dataset=dataset, wanted=wanted).values()):
        raise Invalid(
            "The data of these samples names no splits. Choose shares instead.",
            code="splits_not_named",
        )
    if split["validation"] + split["test"] >= 1:
        raise _nothing_for_training()


def _nothing_for_training() -> Invalid:
    return Invalid(
        "Validation and test would take everything. Leave some for training; an evaluation of "
        "models counts all samples, however they are divided.",
        code="no_training_share",
    )


def _check_other(dataset: Dataset, version_id: UUID) -> None:
    other = DatasetVersion.objects.filter(
        id=version_id, dataset__project_id=dataset.project_id, state=DatasetVersion.State.READY
    )
    if not other.exists():
        raise Invalid(
            "The validation version is not in this project or not ready. Choose another.",
            code="version_unknown",
        )
