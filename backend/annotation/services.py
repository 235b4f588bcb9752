"""Label samples: one, many, or as they were before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.annotation.changes import Author, Labels, current_labels, write_labels
from backend.annotation.models import Annotation, AnnotationRevision
from backend.api.errors import Conflict, Invalid, NotFound
from backend.datasets.services import counters

Change = Callable[[Labels], Labels]


@dataclass(frozen=True)
class BatchResult:
    """The samples that now are as asked, and the revisions of those that others changed."""

    done: list[UUID]
    conflicts: dict[UUID, int]


@transaction.atomic
def set_labels(
    *,
    dataset_id: UUID,
    sample_id: UUID,
    label_ids: Collection[UUID],
    revision: int,
    author: Caller,
) -> None:
    """Give a sample exactly these labels.

    No labels mean "shows none of them" in multi-label data and "unlabelled" elsewhere.

    Raises:
        Conflict: ``revision_stale`` when somebody else changed the sample meanwhile.
        Invalid: when a label is unknown, or there is more than one in single-label data.
    """
    multi_label = counters.lock_dataset(dataset_id).multi_label
    _check_labels(dataset_id, label_ids, multi_label=multi_label)
    change = change_for("set", label_ids, multi_label=multi_label)
    _change_one(dataset_id, sample_id, revision, author, change)


@transaction.atomic
def clear_labels(*, dataset_id: UUID, sample_id: UUID, revision: int, author: Caller) -> None:
    """Make a sample unlabelled.

    Raises:
        Conflict: ``revision_stale`` when somebody else changed the sample meanwhile.
    """
    counters.lock_dataset(dataset_id)
    _change_one(dataset_id, sample_id, revision, author, lambda labels: None)


@transaction.atomic
def undo(*, dataset_id: UUID, sample_id: UUID, revision: int, author: Caller) -> None:
    """Give a sample the labels it had before its last revision, as a new revision.

    Labels that were deleted since do not come back.

    Raises:
        Conflict: ``revision_stale`` when somebody else changed the sample meanwhile;
            ``nothing_to_undo`` when its labels were never changed.
    """
    counters.lock_dataset(dataset_id)
    if revision == 0:
        raise Conflict("The labels of this sample were never changed.", code="nothing_to_undo")
    earlier = AnnotationRevision.objects.filter(sample_id=sample_id, number=revision - 1).first()
    labels: Labels = None
    if earlier is not None and earlier.labels is not None:
        wanted = {UUID(label["id"]) for label in earlier.labels}
        kept = frozenset(wanted & set(counters.label_names(dataset_id)))
        labels = kept if kept or not wanted else None
    _change_one(dataset_id, sample_id, revision, author, lambda _: labels)


@transaction.atomic
def label_batch(
    *,
    dataset_id: UUID,
    items: Sequence[Mapping[str, object]],
    label_ids: Collection[UUID],
    mode: str,
    author: Caller,
) -> BatchResult:
    """Change many samples alike; those that others changed meanwhile are left alone and named.

    Args:
        dataset_id: the dataset.
        items: ``sample_id`` and the ``revision`` that the caller saw.
        label_ids: the labels to set, add or remove; none to clear.
        mode: ``set``, ``add``, ``remove`` or ``clear``.
        author: who says so.

    Raises:
        NotFound: when a sample is not in the dataset.
        Invalid: when a label is unknown, or there are too many for the mode.
    """
    if mode == "clear" and label_ids:
        raise Invalid("Clearing takes no labels. Leave label_ids empty.", code="labels_unexpected")
    multi_label = counters.lock_dataset(dataset_id).multi_label
    _check_labels(dataset_id, label_ids, multi_label=multi_label or mode == "remove")
    expected = {item["sample_id"]: item["revision"] for item in items}
    change = change_for(mode, label_ids, multi_label=multi_label)
    return _change(dataset_id, expected, author, change)  # type: ignore[arg-type]


def change_for(mode: str, label_ids: Collection[UUID], *, multi_label: bool) -> Change:
    """Return what a mode does to the labels of one sample."""
    given = frozenset(label_ids)

    def set_to(labels: Labels) -> Labels:
        del labels
        return given if given or multi_label else None

    def add(labels: Labels) -> Labels:
        if not given:
            return labels
        return (labels or frozenset()) | given if multi_label else given

    def remove(labels: Labels) -> Labels:
        if labels is None or not labels & given:
            return labels
        return labels - given or None

    return {"set": set_to, "add": add, "remove": remove, "clear": lambda labels: None}[mode]


@transaction.atomic
def replace_label(*, dataset_id: UUID, label_id: UUID, into_id: UUID | None, author: Caller) -> int:
    """Take a label off all samples, giving them another instead if there is one.

    Samples in the trash follow too. Returns how many samples changed.
    """
    counters.lock_dataset(dataset_id)
    rows = Annotation.objects.filter(label_id=label_id).values_list("sample_id", flat=True)
    names = counters.label_names(dataset_id)
    replacement = frozenset({into_id}) if into_id is not None else frozenset()
    num_changed = 0
    sample_ids = sorted(set(rows))
    for start in range(0, len(sample_ids), 2000):
        batch = sample_ids[start : start + 2000]
        states = counters.states_of(dataset_id, batch, with_trashed=True)
        before = current_labels(states)
        after = {
            sample_id: ((labels or frozenset()) - {label_id}) | replacement or None
            for sample_id, labels in before.items()
        }
        changed = write_labels(
            dataset_id,
            states=states,
            before=before,
            after=after,
            names=names,
            author=Author(author.user_id),
        )
        num_changed += len(changed)
    return num_changed


def _check_labels(dataset_id: UUID, label_ids: Collection[UUID], *, multi_label: bool) -> None:
    if len(set(label_ids)) > 1 and not multi_label:
        raise Invalid(
            f"{len(set(label_ids))} labels were given; each sample of this dataset has one at "
            "most. Choose one.",
            code="too_many_labels",
            num=len(set(label_ids)),
        )
    unknown = set(label_ids) - set(counters.label_names(dataset_id))
    if unknown:
        raise Invalid(
            "The dataset has no such label; perhaps somebody deleted it. Load the labels again.",
            code="label_unknown",
            label_id=str(min(unknown)),
        )


def _change_one(
    dataset_id: UUID, sample_id: UUID, revision: int, author: Caller, change: Change
) -> None:
    result = _change(dataset_id, {sample_id: revision}, author, change)
    if sample_id in result.conflicts:
        raise Conflict(
            "Somebody else changed the labels of this sample meanwhile. Look at it again.",
            code="revision_stale",
            revision=result.conflicts[sample_id],
        )


def _change(
    dataset_id: UUID, expected: Mapping[UUID, int], author: Caller, change: Change
) -> BatchResult:
    """Change those samples of a locked dataset that still have the revision expected of them."""
    states = counters.states_of(dataset_id, list(expected))
    missing = set(expected) - set(states)
    if missing:
        raise NotFound(
            f"{len(missing)} of the samples are not in this dataset, or in its trash.",
            code="sample_not_found",
            num=len(missing),
        )
    conflicts = {
        sample_id: states[sample_id].revision
        for sample_id, revision in expected.items()
        if states[sample_id].revision != revision
    }
    fresh = {sample_id: states[sample_id] for sample_id in expected if sample_id not in conflicts}
    before = current_labels(fresh)
    write_labels(
        dataset_id,
        states=fresh,
        before=before,
        after={sample_id: change(labels) for sample_id, labels in before.items()},
        names=counters.label_names(dataset_id),
        author=Author(author.user_id),
    )
    return BatchResult(done=list(fresh), conflicts=conflicts)
