"""Make, change and remove datasets."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Invalid
from backend.audit import services as audit
from backend.datasets.models import Dataset
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import organisation_of
from backend.projects.services.projects import touch_project
from engine.catalog import TASKS


@transaction.atomic
def create_dataset(
    *,
    project: ProjectRef,
    name: str,
    created_by: Caller,
    description: str = "",
    multi_label: bool = False,
) -> Dataset:
    """Make an empty dataset for the project's task.

    Raises:
        Invalid: when the task knows one label per sample only.
    """
    if multi_label and not TASKS[project.task].supports_multi_label:
        raise Invalid(
            f"The task '{project.task}' gives each sample one label. Leave multi_label out.",
            code="multi_label_unsupported",
            task=project.task,
        )
    dataset = Dataset.objects.create(
        project_id=project.id,
        name=name,
        description=description,
        task=project.task,
        multi_label=multi_label,
        created_by_id=created_by.user_id,
    )
    touch_project(project.id)
    record(dataset, created_by, "dataset.created", name=name)
    return dataset


@transaction.atomic
def change_dataset(
    *,
    dataset: Dataset,
    changed_by: Caller,
    name: str | None = None,
    description: str | None = None,
) -> None:
    """Update the name or description of a dataset."""
    changes = {
        field: value
        for field, value in (("name", name), ("description", description))
        if value is not None and value != getattr(dataset, field)
    }
    if changes:
        Dataset.objects.filter(id=dataset.id).update(**changes, updated_at=timezone.now())
        record(dataset, changed_by, "dataset.changed", **changes)


@transaction.atomic
def trash_dataset(*, dataset: Dataset, trashed_by: Caller) -> None:
    """Move a dataset to the trash; its frozen versions stay usable."""
    now = timezone.now()
    Dataset.objects.filter(id=dataset.id).update(trashed_at=now, updated_at=now)
    record(dataset, trashed_by, "dataset.trashed", name=dataset.name)


class Actor(Protocol):
    """Who did something; nobody, when the person has left."""

    @property
    def user_id(self) -> UUID | None: ...


def record(dataset: Dataset, actor: Actor, action: str, **details: object) -> None:
    """Write an act on a dataset to the audit log."""
    audit.record(
        organisation_id=organisation_of(project_id=dataset.project_id),
        actor_id=actor.user_id,
        action=action,
        target_kind="dataset",
        target_id=dataset.id,
        project_id=dataset.project_id,
        details={"dataset": dataset.name, **details},
    )
