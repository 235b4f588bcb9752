"""Reads about label sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from backend.annotation.selectors import counts
from backend.annotation.selectors.attribute_counts import num_values_lost
from backend.datasets.contracts.uses import USES
from backend.datasets.models import Dataset, DatasetVersion, Label
from backend.datasets.selectors.label_rows import label_of
from backend.datasets.services.attributes import Wanted, known_definitions, planned
from engine.catalog import TASKS


@dataclass(frozen=True)
class Consequences:
    """What deleting or merging a label would do; regions and relations move with a merge."""

    num_samples: int
    num_regions: int
    num_relations: int
    num_becoming_unlabelled: int
    num_frozen_versions: int
    num_running_runs: int


@dataclass(frozen=True)
class AttributeLoss:
    """An attribute, and how many regions would lose its value."""

    name: str
    num_regions: int


def attribute_losses(
    *, dataset: Dataset, label_id: UUID | None, wanted: Sequence[Wanted]
) -> list[AttributeLoss]:
    """Return what regions of a label would lose if it had these attributes.

    Raises:
        Invalid: when the attributes cannot be like this.
        Conflict: when one that shall change is not there.
    """
    definitions, names = planned(known_definitions(dataset.id, label_id), wanted)
    lost = num_values_lost(
        dataset_id=dataset.id, label_id=label_id, names=names, definitions=definitions
    )
    return [AttributeLoss(name, num) for name, num in lost.items()]


def labels_of(*, dataset_id: UUID) -> list[Label]:
    """Return all labels of a dataset by position."""
    return list(Label.objects.filter(dataset_id=dataset_id).order_by("position", "created_at"))


def consequences(*, dataset: Dataset, label: Label, merge_into: UUID | None) -> Consequences:
    """Return what deleting a label, or merging it into another, would do.

    Frozen versions keep the label as it was; they are counted so that nobody is surprised.

    Raises:
        NotFound: when the dataset has no label ``merge_into``.
    """
    becoming_unlabelled = 0
    if merge_into is not None:
        label_of(dataset_id=dataset.id, label_id=merge_into)
    elif TASKS[dataset.task].annotation_card.region_labels_required:
        becoming_unlabelled = counts.num_with_only(label_id=label.id)
    versions = [
        version_id
        for version_id, labels in DatasetVersion.objects.filter(
            dataset=dataset, state=DatasetVersion.State.READY
        ).values_list("id", "labels")
        if any(frozen["name"] == label.name for frozen in labels)
    ]
    return Consequences(
        num_samples=label.num_samples,
        num_regions=label.num_regions,
        num_relations=counts.num_relations_with(
            label_id=label.id, or_its_regions=merge_into is None
        ),
        num_becoming_unlabelled=becoming_unlabelled,
        num_frozen_versions=len(versions),
        num_running_runs=sum(use.num_running_on(dataset_version_ids=versions) for use in USES),
    )
