"""Answers that are given apart from a dataset, and become its annotations when they are taken."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.annotation.contracts.kinds import check_state, statement
from backend.annotation.contracts.states import Region, Relation, State, described, restored
from backend.annotation.services.annotations import extent_of
from backend.annotation.services.changes import Author, current_states, write_states
from backend.api.errors import Conflict, NotFound
from backend.datasets.contracts import DatasetRef
from backend.datasets.services import counters
from engine.catalog import TASKS

Document = dict[str, Any]


@dataclass(frozen=True)
class Standing:
    """What is said of a sample now, as the history keeps it, and its revision."""

    revision: int
    document: Document | None


def standing_of(dataset_id: UUID, sample_ids: Sequence[UUID]) -> dict[UUID, Standing]:
    """Return what is said of those samples that are not in the trash."""
    samples = counters.states_of(dataset_id, list(sample_ids))
    names = counters.label_names(dataset_id)
    states = current_states(samples)
    return {
        sample_id: Standing(sample.revision, described(states[sample_id], names))
        for sample_id, sample in samples.items()
    }


def check_answer(
    dataset: DatasetRef,
    sample_id: UUID,
    *,
    label_ids: Collection[UUID] = (),
    regions: Sequence[Region] = (),
    relations: Collection[Relation] = (),
    texts: Sequence[str] = (),
    value: float | None = None,
    is_negative: bool = False,
) -> Document | None:
    """Return an answer for a sample as the history keeps it, ``None`` when it says nothing.

    Raises:
        NotFound: when the sample is not in the dataset, or in its trash.
        Invalid: when a part does not fit the annotation kind of the task, a region lies outside
            the sample, or a label is unknown.
    """
    kind = TASKS[dataset.task].annotation
    given = State(frozenset(label_ids), tuple(regions), frozenset(relations), tuple(texts), value)
    sample = counters.states_of(dataset.id, [sample_id]).get(sample_id)
    if sample is None:
        raise NotFound("This sample was moved to the trash.", code="sample_not_found", num=1)
    names = counters.label_names(dataset.id)
    check_state(
        given,
        kind,
        extent=extent_of(sample),
        known_labels=names,
        attributes=counters.definitions(dataset.id),
        multi_label=dataset.multi_label,
    )
    state = statement(given, kind, multi_label=dataset.multi_label, is_negative=is_negative)
    return described(state, names)


@transaction.atomic
def adopt(
    *,
    dataset_id: UUID,
    sample_id: UUID,
    revision: int,
    document: Mapping[str, Any] | None,
    author_id: UUID,
) -> None:
    """Make somebody's answer what is said of a sample; what stays as it was keeps its author.

    Labels and attributes that were deleted since the answer was given are left out of it.

    Raises:
        NotFound: when the sample is not in the dataset, or in its trash.
        Conflict: ``revision_stale`` when the sample no longer has this revision.
    """
    dataset = counters.lock_dataset(dataset_id)
    names = counters.label_names(dataset_id)
    samples = counters.states_of(dataset_id, [sample_id])
    if sample_id not in samples:
        raise NotFound("This sample was moved to the trash.", code="sample_not_found", num=1)
    if samples[sample_id].revision != revision:
        raise Conflict(
            "Somebody else annotated this sample meanwhile. Look at it again.",
            code="revision_stale",
            revision=samples[sample_id].revision,
        )
    need = TASKS[dataset.task].annotation_card.region_labels_required
    write_states(
        dataset_id,
        samples=samples,
        before=current_states(samples),
        after={
            sample_id: restored(
                document,
                names,
                attributes=counters.definitions(dataset_id),
                regions_need_labels=need,
            )
        },
        names=names,
        author=Author(author_id),
    )
