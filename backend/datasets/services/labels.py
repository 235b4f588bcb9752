"""Change the label set of a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, Max

from backend.accounts.contracts import Caller
from backend.annotation.contracts.attributes import storable_text, united
from backend.annotation.services.annotations import replace_label
from backend.api.errors import Conflict, Invalid
from backend.datasets.models import Dataset, Label
from backend.datasets.palette import color_at
from backend.datasets.paths import MAX_LABEL
from backend.datasets.selectors.label_rows import label_of
from backend.datasets.services.attributes import known_definitions
from backend.datasets.services.counters import lock_dataset
from backend.datasets.services.datasets import record
from engine.catalog import TASKS
from engine.specs.samples.label_names import label_name

MAX_LABELS = 10_000


@transaction.atomic
def create_label(
    *,
    dataset: Dataset,
    name: str,
    created_by: Caller,
    color: str | None = None,
    description: str = "",
) -> Label:
    """Add a label at the end; without a colour it gets the next of the palette.

    Raises:
        Conflict: when the name is taken or the label set is full.
    """
    name = label_name(name)
    lock_dataset(dataset.id)
    _require_free(dataset.id, name)
    label = add_labels(dataset.id, [name])[name]
    label.color = (color or label.color).lower()
    label.description = description
    label.save(update_fields=["color", "description"])
    record(dataset, created_by, "label.created", label=name)
    return label


def add_labels(
    dataset_id: UUID, names: Iterable[str], ids: Mapping[str, UUID] | None = None
) -> dict[str, Label]:
    """Add labels at the end of a locked dataset's set, with ids that were chosen for them before.

    Raises:
        Conflict: when the label set would be larger than we take.
    """
    names, ids = list(names), ids or {}
    if not names:
        return {}
    rows = Label.objects.filter(dataset_id=dataset_id)
    if rows.count() + len(names) > MAX_LABELS:
        raise Conflict(
            f"A dataset has at most {MAX_LABELS} labels. Check that the label is not an id or a "
            "file name.",
            code="too_many_labels_in_dataset",
            maximum=MAX_LABELS,
        )
    last = rows.aggregate(last=Max("position"))["last"]
    first = 0 if last is None else last + 1
    labels = [
        Label(
            id=ids.get(name) or uuid4(),
            dataset_id=dataset_id,
            name=name,
            position=position,
            color=color_at(position),
        )
        for position, name in enumerate(names, start=first)
    ]
    Label.objects.bulk_create(labels, batch_size=1000)
    return {label.name: label for label in labels}


@transaction.atomic
def declare_labels(dataset: Dataset, names: Iterable[str]) -> None:
    """Add the labels that data declares and the set lacks, in their order, as far as they fit.

    Where nothing of the task has a label, none is added.
    """
    fields = TASKS[dataset.task].annotation_card
    if not (fields.labels or (fields.geometries and fields.region_labels_required)):
        return
    lock_dataset(dataset.id)
    known = set(Label.objects.filter(dataset_id=dataset.id).values_list("name", flat=True))
    declared = dict.fromkeys(map(storable_text, names))
    new = [name for name in declared if name not in known and len(name) <= MAX_LABEL]
    add_labels(dataset.id, new[: MAX_LABELS - len(known)])


@transaction.atomic
def change_label(
    *,
    dataset: Dataset,
    label: Label,
    changed_by: Caller,
    name: str | None = None,
    color: str | None = None,
    description: str | None = None,
    position: int | None = None,
) -> Label:
    """Update the name, colour, description or position of a label.

    Raises:
        Conflict: when the name is taken.
        NotFound: when somebody deleted it meanwhile.
    """
    label = _locked(dataset.id, label)
    name = None if name is None else label_name(name)
    if name is not None and name != label.name:
        _require_free(dataset.id, name)
        record(dataset, changed_by, "label.renamed", label=name, before=label.name)
        label.name = name
    label.color = label.color if color is None else color.lower()
    label.description = label.description if description is None else description
    if position is not None:
        label.position = _move(dataset.id, label, position)
    label.save(update_fields=["name", "color", "description", "position"])
    return label


@transaction.atomic
def merge_labels(*, dataset: Dataset, label: Label, into: Label, merged_by: Caller) -> Label:
    """Give all samples of a label another one, and remove it.

    Raises:
        Invalid: when both are the same.
        NotFound: when somebody deleted one of them meanwhile.
    """
    if label.id == into.id:
        raise Invalid("A label cannot be merged into itself. Choose another.", code="same_label")
    label, into = _locked(dataset.id, label), label_of(dataset_id=dataset.id, label_id=into.id)
    # First of all, since regions that change their label keep only what the new one defines.
    both = united(*(known_definitions(dataset.id, one.id) for one in (into, label)))
    Label.objects.filter(id=into.id).update(attributes=[one.to_json() for one in both])
    num = replace_label(dataset_id=dataset.id, label_id=label.id, into_id=into.id, author=merged_by)
    _remove(dataset.id, label)
    record(dataset, merged_by, "label.merged", label=label.name, into=into.name, num_samples=num)
    return label_of(dataset_id=dataset.id, label_id=into.id)


@transaction.atomic
def delete_label(*, dataset: Dataset, label: Label, deleted_by: Caller) -> None:
    """Delete a label and take it off all samples; frozen versions keep it.

    Raises:
        NotFound: when somebody deleted it meanwhile.
    """
    label = _locked(dataset.id, label)
    if not TASKS[dataset.task].annotation_card.region_labels_required:
        # Its regions stay, without a label, and so does what is said of them.
        both = united(*(known_definitions(dataset.id, one) for one in (None, label.id)))
        documents = [one.to_json() for one in both]
        Dataset.objects.filter(id=dataset.id).update(attributes=documents)
    num = replace_label(dataset_id=dataset.id, label_id=label.id, into_id=None, author=deleted_by)
    _remove(dataset.id, label)
    record(dataset, deleted_by, "label.deleted", label=label.name, num_samples=num)


def _locked(dataset_id: UUID, label: Label) -> Label:
    """Lock a dataset and return its label as it is now.

    Raises:
        NotFound: ``label_not_found`` when somebody deleted it before the lock was ours.
    """
    lock_dataset(dataset_id)
    return label_of(dataset_id=dataset_id, label_id=label.id)


def _require_free(dataset_id: UUID, name: str) -> None:
    if Label.objects.filter(dataset_id=dataset_id, name=name).exists():
        raise Conflict(
            f"The dataset has a label '{name}' already. Use it, or choose another name.",
            code="label_exists",
            name=name,
        )


def _move(dataset_id: UUID, label: Label, position: int) -> int:
    """Make room at a position and return it, at most the last one."""
    rows = Label.objects.filter(dataset_id=dataset_id).exclude(id=label.id)
    position = min(position, rows.count())
    rows.filter(position__gt=label.position).update(position=F("position") - 1)
    rows.filter(position__gte=position).update(position=F("position") + 1)
    return position


def _remove(dataset_id: UUID, label: Label) -> None:
    Label.objects.filter(id=label.id).delete()
    Label.objects.filter(dataset_id=dataset_id, position__gt=label.position).update(
        position=F("position") - 1
    )
