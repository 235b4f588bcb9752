"""Annotate samples: one, many, or as they were before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from backend.accounts.contracts import Caller
from backend.annotation.contracts import Source
from backend.annotation.contracts.attributes import Definition, fitted
from backend.annotation.contracts.kinds import (
    check_labels,
    check_state,
    statement,
    too_many_labels,
    unused,
)
from backend.annotation.contracts.states import (
    OptionalState,
    Region,
    Relation,
    State,
    defined,
    restored,
)
from backend.annotation.contracts.watchers import WATCHERS, StateWatcher
from backend.annotation.extents import Extent
from backend.annotation.models import Annotation, AnnotationRevision
from backend.annotation.models import Relation as RelationRow
from backend.annotation.services.changes import Author, current_states, write_states
from backend.api.errors import Conflict, Invalid, NotFound
from backend.datasets.contracts import DatasetRef
from backend.datasets.selectors.references import dataset_ref
from backend.datasets.services import counters
from backend.datasets.services.counters import SampleState
from engine.catalog import TASKS

Change = Callable[[OptionalState], OptionalState]
_EMPTY = State()


@dataclass(frozen=True)
class BatchResult:
    """The samples that now are as asked, and the revisions of those that others changed."""

    done: list[UUID]
    conflicts: dict[UUID, int]


@transaction.atomic
def annotate(
    *,
    dataset_id: UUID,
    sample_id: UUID,
    revision: int,
    author: Caller,
    label_ids: Collection[UUID] = (),
    regions: Sequence[Region] = (),
    relations: Collection[Relation] = (),
    texts: Sequence[str] = (),
    value: float | None = None,
    is_negative: bool = False,
    source: Source = Source.HUMAN,
) -> None:
    """Say everything about a sample anew; ``source`` is that of what is new in it.

    An empty state means "not annotated" unless ``is_negative``: "there is nothing to annotate".

    Raises:
        Conflict: ``revision_stale`` when somebody else changed the sample meanwhile.
        Invalid: when a part does not fit the annotation kind of the task, a region lies outside
            the sample, or a label is unknown.
    """
    dataset = counters.lock_dataset(dataset_id)
    kind = TASKS[dataset.task].annotation
    given = State(frozenset(label_ids), tuple(regions), frozenset(relations), tuple(texts), value)
    samples = counters.states_of(dataset_id, [sample_id])
    check_state(
        given,
        kind,
        extent=extent_of(samples[sample_id]) if sample_id in samples else Extent(),
        known_labels=counters.label_names(dataset_id),
        attributes=counters.definitions(dataset_id),
        multi_label=dataset.multi_label,
    )
    state = statement(given, kind, multi_label=dataset.multi_label, is_negative=is_negative)
    _change_one(dataset_id, sample_id, revision, Author(author.user_id, source), lambda _: state)


def extent_of(sample: SampleState) -> Extent:
    """Return how large a sample is."""
    return Extent(
        width=sample.width,
        height=sample.height,
        duration_ms=sample.duration_ms,
        num_frames=sample.num_frames,
        num_characters=sample.num_characters,
    )


@transaction.atomic
def set_labels(
    *,
    dataset_id: UUID,
    sample_id: UUID,
    label_ids: Collection[UUID],
    revision: int,
    author: Caller,
    is_negative: bool = False,
    source: Source = Source.HUMAN,
) -> None:
    """Give a sample exactly these labels as a whole; its regions stay.

    No labels mean "unlabelled" unless ``is_negative``: "shows none of them".

    Raises:
        Conflict: ``revision_stale`` when somebody else changed the sample meanwhile.
        Invalid: when a label is unknown, there is more than one in single-label data, or the
            task's samples have no labels as a whole.
    """
    dataset = counters.lock_dataset(dataset_id)
    multi_label = dataset.multi_label
    mode = "negative" if is_negative else "set"
    check_label_change(dataset_id, label_ids, mode)
    change = change_for(mode, label_ids, multi_label=multi_label)
    _change_one(dataset_id, sample_id, revision, Author(author.user_id, source), change)


@transaction.atomic
def clear(*, dataset_id: UUID, sample_id: UUID, revision: int, author: Caller) -> None:
    """Delete the annotations of a sample.

    Raises:
        Conflict: ``revision_stale`` when somebody else changed the sample meanwhile.
    """
    counters.lock_dataset(dataset_id)
    _change_one(dataset_id, sample_id, revision, Author(author.user_id), lambda _: None)


@transaction.atomic
def undo(*, dataset_id: UUID, sample_id: UUID, revision: int, author: Caller) -> None:
    """Bring back what was said of a sample before its last revision, as a new revision.

    What used labels that were deleted since does not come back.

    Raises:
        Conflict: ``revision_stale`` when somebody else changed the sample meanwhile;
            ``nothing_to_undo`` when it was never annotated.
    """
    dataset = counters.lock_dataset(dataset_id)
    if revision == 0:
        raise Conflict("This sample was never annotated.", code="nothing_to_undo")
    earlier = AnnotationRevision.objects.filter(sample_id=sample_id, number=revision - 1).first()
    state = restored(
        earlier.state if earlier is not None else None,
        counters.label_names(dataset_id),
        attributes=counters.definitions(dataset_id),
        regions_need_labels=_regions_need_labels(dataset),
    )
    _change_one(dataset_id, sample_id, revision, Author(author.user_id), lambda _: state)


@transaction.atomic
def label_batch(
    *,
    dataset_id: UUID,
    revisions: Mapping[UUID, int],
    label_ids: Collection[UUID],
    mode: str,
    author: Caller,
    source: Source = Source.HUMAN,
) -> BatchResult:
    """Change many samples alike; those that others changed meanwhile are left alone and named.

    Args:
        dataset_id: the dataset.
        revisions: the samples, and the revision of each that the caller saw.
        label_ids: the labels to set, add or remove; none to clear or for negatives.
        mode: ``set``, ``add``, ``remove``, ``clear`` or ``negative``.
        author: who says so.
        source: of the labels that are new.

    Raises:
        NotFound: when a sample is not in the dataset.
        Invalid: when a label is unknown, or there are too many for the mode.
    """
    dataset = counters.lock_dataset(dataset_id)
    multi_label = dataset.multi_label
    check_label_change(dataset_id, label_ids, mode)
    change = change_for(mode, label_ids, multi_label=multi_label)
    by = Author(author.user_id, source)
    return _change(dataset_id, revisions, by, change)


def check_label_change(dataset_id: UUID, label_ids: Collection[UUID], mode: str) -> None:
    """Check that samples of a dataset can be changed like this.

    Raises:
        Invalid: when a label is unknown, there are too many for the mode, or the task's samples
            have no labels as a whole.
    """
    dataset = dataset_ref(dataset_id)
    if mode in ("clear", "negative") and label_ids:
        raise Invalid(
            f"The mode '{mode}' takes no labels. Leave label_ids empty.", code="labels_unexpected"
        )
    if mode == "negative":
        kind = TASKS[dataset.task].annotation
        statement(State(), kind, multi_label=dataset.multi_label, is_negative=True)
    _check_labels(dataset, label_ids, multi_label=dataset.multi_label or mode == "remove")


@transaction.atomic
def change_labels(
    *,
    dataset_id: UUID,
    sample_ids: Collection[UUID],
    label_ids: Collection[UUID],
    mode: str,
    author: Author,
) -> int:
    """Change many samples alike, whoever annotated them last; return how many changed.

    Samples that went to the trash meanwhile are left alone. The history keeps what was said before.

    Raises:
        Invalid: as ``check_label_change``; a label may be deleted while a job waits.
    """
    dataset = counters.lock_dataset(dataset_id)
    check_label_change(dataset_id, label_ids, mode)
    change = change_for(mode, label_ids, multi_label=dataset.multi_label)
    samples = counters.states_of(dataset_id, list(sample_ids))
    before = current_states(samples)
    changed = write_states(
        dataset_id,
        samples=samples,
        before=before,
        after={sample_id: change(current) for sample_id, current in before.items()},
        names=counters.label_names(dataset_id),
        author=author,
    )
    return len(changed)


def change_for(mode: str, label_ids: Collection[UUID], *, multi_label: bool) -> Change:
    """Return what a mode does to the labels of one sample."""
    given = frozenset(label_ids)

    def with_labels(current: OptionalState, labels: frozenset[UUID]) -> OptionalState:
        state = replace(current or _EMPTY, labels=labels)
        return None if state.is_empty else state

    def set_to(current: OptionalState) -> OptionalState:
        return with_labels(current, given)

    def add(current: OptionalState) -> OptionalState:
        if not given:
            return current
        return with_labels(current, (current or _EMPTY).labels | given if multi_label else given)

    def remove(current: OptionalState) -> OptionalState:
        if current is None or not current.labels & given:
            return current
        return with_labels(current, current.labels - given)

    def negative(current: OptionalState) -> OptionalState:
        # Where something is drawn there is something: that stays until somebody deletes it.
        return current if current is not None and current.regions else _EMPTY

    return {
        "set": set_to,
        "add": add,
        "remove": remove,
        "clear": lambda current: None,
        "negative": negative,
    }[mode]


@transaction.atomic
def replace_label(*, dataset_id: UUID, label_id: UUID, into_id: UUID | None, author: Caller) -> int:
    """Take a label off all samples, regions and relations, or put another in its place.

    Without another, regions of the label go where regions need one, with the relations that name
    them. Samples in the trash follow too. Returns how many samples changed.
    """
    dataset = counters.lock_dataset(dataset_id)
    need = _regions_need_labels(dataset)
    attributes = counters.definitions(dataset_id)
    rows = Annotation.objects.filter(label_id=label_id).values_list("sample_id", flat=True)
    related = RelationRow.objects.filter(label_id=label_id).values_list("sample_id", flat=True)
    names = counters.label_names(dataset_id)
    num_changed = 0
    # Read at once: each change takes samples out of what these queries find.
    sample_ids = sorted({*rows, *related})

    def change(current: OptionalState) -> OptionalState:
        if current is None:
            return None
        if into_id is not None:
            state = current.renamed(label_id, into_id)
        else:
            state = current.without(label_id, regions_need_labels=need)
        # Regions that are of another label now have the attributes which that one defines.
        regions = tuple(
            new if new.label_id == old.label_id else defined(new, attributes)
            for new, old in _pairs(state, current)
        )
        return None if state.is_empty else replace(state, regions=regions)

    for start in range(0, len(sample_ids), 2000):
        batch = sample_ids[start : start + 2000]
        samples = counters.states_of(dataset_id, batch, with_trashed=True)
        before = current_states(samples)
        changed = write_states(
            dataset_id,
            samples=samples,
            before=before,
            after={sample_id: change(current) for sample_id, current in before.items()},
            names=names,
            author=Author(author.user_id),
        )
        num_changed += len(changed)
    for watcher in WATCHERS:
        _tell_anew(watcher, dataset_id, watcher.naming(label_id), gone=label_id)
    return num_changed


def _pairs(state: State, earlier: State) -> list[tuple[Region, Region]]:
    """Return the regions of a state, each with what it was."""
    old = {region.key: region for region in earlier.regions}
    return [(region, old[region.key]) for region in state.regions]


@transaction.atomic
def change_attributes(
    *,
    dataset_id: UUID,
    label_id: UUID | None,
    names: Mapping[str, str | None],
    definitions: Sequence[Definition],
    author: Caller,
) -> int:
    """Let the regions of a label follow a change of its attributes; return how many samples did.

    Args:
        dataset_id: the dataset.
        label_id: the label; of regions without one when it is ``None``.
        names: the new name of each attribute that is called otherwise or gone (``None``).
        definitions: what the label defines from now on; values that it does not take go.
        author: who changes it.
    """
    counters.lock_dataset(dataset_id)
    of_label = Q(label__isnull=True) if label_id is None else Q(label_id=label_id)
    rows = Annotation.objects.filter(
        of_label, sample__dataset_id=dataset_id, geometry__isnull=False
    ).exclude(attributes={})
    sample_ids = sorted(set(rows.values_list("sample_id", flat=True)))
    label_names = counters.label_names(dataset_id)
    num_changed = 0

    def changed(region: Region) -> Region:
        if region.label_id != label_id or not region.attributes:
            return region
        renamed = {names.get(name, name): value for name, value in region.attributes.items()}
        left = {name: value for name, value in renamed.items() if name is not None}
        return replace(region, attributes=fitted(left, definitions)[0])

    for start in range(0, len(sample_ids), 2000):
        batch = sample_ids[start : start + 2000]
        samples = counters.states_of(dataset_id, batch, with_trashed=True)
        before = current_states(samples)
        after = {
            sample_id: current and replace(current, regions=tuple(map(changed, current.regions)))
            for sample_id, current in before.items()
        }
        num_changed += len(
            write_states(
                dataset_id,
                samples=samples,
                before=before,
                after=after,
                names=label_names,
                author=Author(author.user_id),
            )
        )
    return num_changed


def _tell_anew(
    watcher: StateWatcher, dataset_id: UUID, sample_ids: Sequence[UUID], *, gone: UUID
) -> None:
    """Tell a watcher of samples for which it keeps a label that is about to be deleted."""
    for start in range(0, len(sample_ids), 2000):
        batch = list(sample_ids[start : start + 2000])
        samples = counters.states_of(dataset_id, batch, with_trashed=True)
        watcher.compare(current_states(samples), gone=gone)


def _regions_need_labels(dataset: DatasetRef) -> bool:
    return TASKS[dataset.task].annotation_card.region_labels_required


def _check_labels(dataset: DatasetRef, label_ids: Collection[UUID], *, multi_label: bool) -> None:
    card = TASKS[dataset.task].annotation_card
    if label_ids and not card.labels:
        raise unused("labels", card.kind)
    if len(set(label_ids)) > 1 and not multi_label:
        raise too_many_labels(len(set(label_ids)))
    check_labels(label_ids, counters.label_names(dataset.id))


def _change_one(
    dataset_id: UUID, sample_id: UUID, revision: int, author: Author, change: Change
) -> None:
    result = _change(dataset_id, {sample_id: revision}, author, change)
    if sample_id in result.conflicts:
        raise Conflict(
            "Somebody else annotated this sample meanwhile. Look at it again.",
            code="revision_stale",
            revision=result.conflicts[sample_id],
        )


def _change(
    dataset_id: UUID,
    expected: Mapping[UUID, int],
    author: Author,
    change: Change | Mapping[UUID, OptionalState],
) -> BatchResult:
    """Change those samples of a locked dataset that still have the revision expected of them.

    ``change`` says what becomes of what is said, or what is said of each from now on.
    """
    samples = counters.states_of(dataset_id, list(expected))
    missing = set(expected) - set(samples)
    if missing:
        raise NotFound(
            f"{len(missing)} of the samples are not in this dataset, or in its trash.",
            code="sample_not_found",
            num=len(missing),
        )
    conflicts = {
        sample_id: samples[sample_id].revision
        for sample_id, revision in expected.items()
        if samples[sample_id].revision != revision
    }
    fresh = {sample_id: samples[sample_id] for sample_id in expected if sample_id not in conflicts}
    before = current_states(fresh)
    after = {
        sample_id: change[sample_id] if isinstance(change, Mapping) else change(current)
        for sample_id, current in before.items()
    }
    write_states(
        dataset_id,
        samples=fresh,
        before=before,
        after=after,
        names=counters.label_names(dataset_id),
        author=author,
    )
    return BatchResult(done=list(fresh), conflicts=conflicts)
