"""Put changed files in the place of samples', so that the change can be undone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.annotation.contracts import Source
from backend.annotation.contracts.imported import Given, annotation_from, fit, given_of
from backend.annotation.contracts.states import State
from backend.annotation.selectors.annotations import states_of
from backend.annotation.services.annotations import extent_of
from backend.annotation.services.changes import Author, current_states, write_states
from backend.datasets.models import Dataset, Import, Sample, SampleTag
from backend.datasets.services import counters
from backend.datasets.services.importing.ingestion import Incoming, Outcome, ingest
from backend.datasets.services.tags import put_tag
from backend.datasets.services.trash import trash_batch
from engine.catalog import TASKS
from engine.specs.data import Split

CONTENT_FORMAT = "loose_files"


@dataclass(frozen=True)
class Replacement:
    """The new file of a sample, and what is said of it; ``None`` when nothing is."""

    sample_id: UUID
    content: bytes
    given: Given | None


@dataclass(frozen=True)
class Replaced:
    """What became of a replacement.

    ``new`` is the sample in the old one's place. ``outcome`` is ``replaced``, ``same`` when the
    file is what it was, ``merged`` when another sample has this content already, or ``refused``
    when the file cannot be used, which leaves the old one where it is.
    """

    outcome: str
    new: UUID | None = None
    revision: int = 0


def content_of(*, dataset_id: UUID, sample_id: UUID) -> tuple[str, str, int] | None:
    """Return name, SHA-256 and bytes of a sample's file, ``None`` when it is gone or trashed."""
    rows = Sample.objects.filter(dataset_id=dataset_id, id=sample_id, trashed_at=None)
    return rows.values_list("name", "blob_id", "bytes").first()


@transaction.atomic
def replace_file(
    *, dataset_id: UUID, sample_id: UUID, content: bytes, replaced_by: Caller
) -> UUID | None:
    """Bring in a file with the name and annotations of a sample, which goes to the trash.

    Its annotations have to fit the new file as they are. Restoring the old sample and trashing the
    new one undoes it.

    Returns:
        The new sample; ``None`` when the file is one of the dataset already, or cannot be used.
    """
    counters.lock_dataset(dataset_id)
    labelled_at = Sample.objects.values_list("labelled_at", flat=True).get(id=sample_id)
    state = states_of([sample_id]).get(sample_id)
    given = given_of(state, counters.label_names(dataset_id)) if state is not None else Given()
    replacement = Replacement(sample_id, content, given if labelled_at is not None else None)
    session_id = open_replacing(dataset_id=dataset_id, replaced_by_id=replaced_by.user_id)
    found = replace_files(
        session_id=session_id, replacements=[replacement], replaced_by_id=replaced_by.user_id
    )[sample_id]
    close_replacing(session_id)
    return found.new if found.outcome == "replaced" else None


def open_replacing(*, dataset_id: UUID, replaced_by_id: UUID | None) -> UUID:
    """Begin an import that counts the files which take the place of others; return its id."""
    session = Import.objects.create(
        dataset_id=dataset_id, format=CONTENT_FORMAT, created_by_id=replaced_by_id
    )
    return session.id


def close_replacing(session_id: UUID) -> None:
    """End it; whoever replaces says in the history what was done."""
    Import.objects.filter(id=session_id, state=Import.State.OPEN).update(
        state=Import.State.CLOSED, closed_at=timezone.now()
    )


@transaction.atomic
def replace_files(
    *, session_id: UUID, replacements: Sequence[Replacement], replaced_by_id: UUID | None
) -> Mapping[UUID, Replaced]:
    """Put files in the place of samples outside the trash, which go there.

    Name, split, tags and place in time go over to the new sample. Restoring the old samples and
    trashing the new ones undoes it.

    Returns:
        What became of each, by the old sample.
    """
    session = Import.objects.select_related("dataset").get(id=session_id)
    dataset = counters.lock_dataset(session.dataset_id)
    old = Sample.objects.in_bulk([one.sample_id for one in replacements])
    outcomes = ingest(
        session=session,
        files=[
            Incoming(
                name=old[one.sample_id].name,
                content=one.content,
                given=one.given,
                split=_split(old[one.sample_id]),
            )
            for one in replacements
        ],
        added_by_id=replaced_by_id,
    )
    found = {
        one.sample_id: _became(one.sample_id, outcome)
        for one, outcome in zip(replacements, outcomes, strict=True)
    }
    places = {one.new: key for key, one in found.items() if one.outcome == "replaced" and one.new}
    restored = {one.sample_id for one in outcomes if one.outcome == "restored"}
    state_after = {one.sample_id: one.given for one in replacements}
    _say_again(
        dataset,
        {new: state_after[key] for new, key in places.items() if new in restored},
        replaced_by_id,
    )
    _keep_place({new: old[key] for new, key in places.items()})
    _keep_tags(dataset.id, {key: new for new, key in places.items()})
    # Only now: an unchanged file would be found in the trash and count as brought back from there.
    gone = [key for key, one in found.items() if one.outcome in ("replaced", "merged")]
    trash_batch(dataset, gone)
    states = counters.states_of(dataset.id, list(places))
    return {
        key: Replaced(one.outcome, one.new, states[one.new].revision if one.new in states else 0)
        for key, one in found.items()
    }


def _split(sample: Sample) -> Split | None:
    return Split(sample.named_split) if sample.named_split else None


def _became(sample_id: UUID, outcome: Outcome) -> Replaced:
    if outcome.outcome in ("added", "restored"):
        return Replaced("replaced", outcome.sample_id)
    if outcome.outcome == "rejected":
        return Replaced("refused")
    if outcome.sample_id == sample_id:
        return Replaced("same")
    return Replaced("merged", outcome.sample_id)


def _say_again(
    dataset: Dataset, given: Mapping[UUID, Given | None], replaced_by_id: UUID | None
) -> None:
    """Let what came back from the trash be annotated as the sample whose place it takes."""
    samples = counters.states_of(dataset.id, list(given))
    names = counters.label_names(dataset.id)
    ids = {name: label_id for label_id, name in names.items()}
    kind = TASKS[dataset.task].annotation

    def state_after(one: Given | None, sample: counters.SampleState) -> State | None:
        if one is None:
            return None
        fitted, _ = fit(one, kind, extent_of(sample), multi_label=dataset.multi_label)
        return annotation_from(one, fitted, ids, kind, multi_label=dataset.multi_label)

    write_states(
        dataset.id,
        samples=samples,
        before=current_states(samples),
        after={
            sample_id: state_after(given[sample_id], sample)
            for sample_id, sample in samples.items()
        },
        names=names,
        author=Author(replaced_by_id, Source.IMPORT),
    )


def _keep_place(old: Mapping[UUID, Sample]) -> None:
    rows = [Sample(id=new, created_at=sample.created_at) for new, sample in old.items()]
    Sample.objects.bulk_update(rows, ["created_at"])


def _keep_tags(dataset_id: UUID, new: Mapping[UUID, UUID]) -> None:
    wanted: dict[UUID, list[UUID]] = defaultdict(list)
    rows = SampleTag.objects.filter(sample_id__in=list(new))
    for sample_id, tag_id in rows.values_list("sample_id", "tag_id"):
        wanted[tag_id].append(new[sample_id])
    for tag_id, sample_ids in wanted.items():
        put_tag(dataset_id, sample_ids, tag_id)
