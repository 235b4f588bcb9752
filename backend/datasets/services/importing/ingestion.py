"""Take files into a dataset: examined side by side, written in one transaction."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath
from types import MappingProxyType
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from backend.annotation.contracts.imported import Given
from backend.api.errors import Param
from backend.api.room import require_room
from backend.config.rows import insert_rows
from backend.datasets.media.content import Content, LocalFile, size_of
from backend.datasets.media.inspection import examine
from backend.datasets.media.properties import MediaProperties, Problem
from backend.datasets.models import Archive, Dataset, Import, ImportProblem, Sample
from backend.datasets.paths import MAX_LABEL
from backend.datasets.services import counters
from backend.datasets.services.statements import Statements, Tally
from backend.datasets.services.trash import restore_in_locked
from backend.files.contracts.keys import key_of
from backend.files.contracts.source import FileSource
from backend.files.services.blobs import record_blobs
from backend.files.services.repairs import is_damaged
from backend.files.services.store import store
from engine.catalog import TASKS, AnnotationCard, Media
from engine.formats.reading.trees import REFUSED_ENTRIES, REFUSED_TABLES
from engine.specs.data import Split
from engine.specs.samples.label_names import label_name
from engine.specs.samples.table_reading import TableReading

MAX_NAME = 500
NUM_THREADS = max(2, min(8, os.cpu_count() or 2))


@dataclass(frozen=True)
class Incoming:
    """A file on its way in and what is said of it; ``problem`` is set when it is refused already.

    ``given`` is ``None`` when nothing is said, ``split`` when its data names none. ``source`` says
    where the file stays when it is to be referred to and not kept.
    """

    name: str
    content: Content
    given: Given | None = None
    split: Split | None = None
    problem: Problem | None = None
    source: FileSource | None = None


def name_of(name: str, found: MediaProperties) -> str:
    """Return the name of a sample: another suffix where the file has become of another kind."""
    path = PurePosixPath(name)
    if not found.suffixes or path.suffix.lower() in found.suffixes:
        return name
    return str(path.with_suffix(found.suffixes[0])) if path.suffix else name + found.suffixes[0]


def labelled(label: str | None) -> Given | None:
    """Return the statement that a sample has one label, or none at all."""
    name = label_name(label or "")
    return Given(labels=(name,)) if name else None


@dataclass(frozen=True)
class Outcome:
    """What became of one file or reference; a content that is ``unknown`` has to be sent."""

    name: str
    outcome: str
    code: str | None = None
    params: dict[str, Param] = field(default_factory=dict)
    message: str | None = None
    sample_id: UUID | None = None


@dataclass(frozen=True)
class ArchiveStep:
    """How far the reading of an archive is once a batch is in."""

    archive_id: UUID
    num_entries_done: int


def ingest(
    *,
    session: Import,
    files: Sequence[Incoming],
    added_by_id: UUID | None,
    notes: Collection[tuple[str, Problem]] = (),
    lost: Mapping[str, int] = MappingProxyType({}),
    step: ArchiveStep | None = None,
) -> list[Outcome]:
    """Bring a batch of files into the dataset of an import; all of the batch is in, or nothing.

    Args:
        session: the import that counts the outcome.
        files: the batch; those that lie on this machine are consumed.
        added_by_id: who brings them.
        notes: further problems to write down, by name.
        lost: how many annotations these left out, by code.
        step: for archives, where to go on after a break.

    Raises:
        Unavailable: ``disk_full``; nothing of the batch is in then.
    """
    try:
        return _ingest(session, files, added_by_id, notes, lost, step)
    finally:
        for file in files:
            if isinstance(file.content, LocalFile) and not file.content.stays:
                file.content.path.unlink(missing_ok=True)


def _ingest(
    session: Import,
    files: Sequence[Incoming],
    added_by_id: UUID | None,
    notes: Collection[tuple[str, Problem]],
    lost: Mapping[str, int],
    step: ArchiveStep | None,
) -> list[Outcome]:
    require_room(sum(size_of(file.content) for file in files if file.source is None))
    media = TASKS[session.dataset.task].media
    look = partial(
        _inspect,
        media=media,
        max_pixels=settings.ENVIRONMENT.max_image_pixels,
        reading=TableReading.model_validate_json(json.dumps(session.reading)),
    )
    # Looked at before the dataset is locked: decoding takes seconds, and all its writers would
    # wait.
    if len(files) > 1:
        with ThreadPoolExecutor(NUM_THREADS) as pool:
            looked = list(pool.map(look, files))
    else:
        looked = [look(file) for file in files]
    with transaction.atomic():
        dataset = counters.lock_dataset(session.dataset_id)
        outcomes = _Batch(dataset=dataset, added_by_id=added_by_id).write(files, looked)
        notes = [*notes, *_notes(files, looked, outcomes)]
        settle(dataset, session, files, outcomes, added_by_id=added_by_id, notes=notes, lost=lost)
        if step is not None:
            Archive.objects.filter(id=step.archive_id).update(
                num_entries_done=step.num_entries_done
            )
    return outcomes


def _notes(
    files: Sequence[Incoming],
    looked: Sequence[MediaProperties | Problem],
    outcomes: Sequence[Outcome],
) -> list[tuple[str, Problem]]:
    """Return what people should know of the files that came in."""
    return [
        (f"{file.name}{note.place}", note)
        for file, found, outcome in zip(files, looked, outcomes, strict=True)
        if isinstance(found, MediaProperties) and outcome.outcome == "added"
        for note in found.notes
    ]


def _inspect(
    file: Incoming, *, media: Media, max_pixels: int, reading: TableReading
) -> MediaProperties | Problem:
    return refusal_of(file) or examine(media, file.content, max_pixels=max_pixels, reading=reading)


def refusal_of(file: Incoming) -> Problem | None:
    """Return why a file is refused by what is said of it, whatever its content."""
    if file.problem is not None:
        return file.problem
    names = file.given.label_names if file.given is not None else ()
    too_long = next((name for name in names if len(name) > MAX_LABEL), None)
    if too_long is not None:
        return Problem(
            "label_too_long",
            f"The label '{too_long[:40]}…' is longer than {MAX_LABEL} characters. Shorten it.",
            {"maximum": MAX_LABEL},
        )
    return None


def settle(
    dataset: Dataset,
    session: Import,
    files: Sequence[Incoming],
    outcomes: Sequence[Outcome],
    *,
    added_by_id: UUID | None,
    notes: Collection[tuple[str, Problem]] = (),
    lost: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Take in what is said of files whose samples are in a locked dataset, and count all of it."""
    notes = [*notes, *_name_splits(dataset, session, files, outcomes)]
    statements = Statements(dataset=dataset, session=session, added_by_id=added_by_id)
    _annotate(statements, files, outcomes)
    statements.tally.lose(lost)
    _count(session, outcomes, notes, statements)


def _name_splits(
    dataset: Dataset, session: Import, files: Sequence[Incoming], outcomes: Sequence[Outcome]
) -> list[tuple[str, Problem]]:
    """Note the splits that the data names, for samples that none was named for before.

    Returns:
        What to say of samples that another split was named for before.
    """
    wanted: dict[Split, set[UUID]] = defaultdict(set)
    seen: set[UUID] = set()
    for file, outcome in zip(files, outcomes, strict=True):
        # The first name of a content decides, as everywhere.
        if outcome.sample_id is None or file.split is None or outcome.sample_id in seen:
            continue
        seen.add(outcome.sample_id)
        wanted[file.split].add(outcome.sample_id)
    for split, ids in wanted.items():
        rows = Sample.objects.filter(dataset=dataset, id__in=ids, named_split="")
        rows.update(named_split=split.value)
    return _contested_splits(dataset, session, files, outcomes)


def _contested_splits(
    dataset: Dataset, session: Import, files: Sequence[Incoming], outcomes: Sequence[Outcome]
) -> list[tuple[str, Problem]]:
    """Return the note of an import on samples that came under several splits, counting on."""
    again = {
        file.name: (outcome.sample_id, file.split.value)
        for file, outcome in zip(files, outcomes, strict=True)
        if outcome.outcome != "added" and outcome.sample_id is not None and file.split is not None
    }
    kept = Sample.objects.filter(dataset=dataset, id__in={sample for sample, _ in again.values()})
    splits = dict(kept.values_list("id", "named_split")) if again else {}
    contested = [name for name, (sample, split) in again.items() if splits.get(sample) != split]
    if not contested:
        return []
    before = ImportProblem.objects.filter(import_session=session, code="split_repeated").first()
    num = len(contested) + (before.params["num"] if before is not None else 0)
    first = before.name if before is not None else contested[0]
    text = (
        f"{num} sample(s), such as '{first[:200]}', came again under another split; the split that "
        "was named first is kept."
    )
    if before is not None:
        before.delete()
    return [(first, Problem("split_repeated", text, {"num": num, "file": first[:200]}))]


@dataclass
class _Batch:
    """One batch on its way into a locked dataset."""

    dataset: Dataset
    added_by_id: UUID | None

    @property
    def kind(self) -> AnnotationCard:
        """How samples of the dataset are annotated."""
        return TASKS[self.dataset.task].annotation_card

    def write(
        self, files: Sequence[Incoming], looked: Sequence[MediaProperties | Problem]
    ) -> list[Outcome]:
        """Write samples and files; what is there already is found by its content."""
        properties = [found for found in looked if isinstance(found, MediaProperties)]
        rows = Sample.objects.filter(
            dataset=self.dataset, blob_id__in=[found.sha256 for found in properties]
        ).only("id", "blob_id", "trashed_at")
        known = {row.blob_id: row for row in rows}
        trashed = {row.id for row in known.values() if row.trashed_at is not None}
        elsewhere = set(rows.exclude(blob__source="").values_list("blob_id", flat=True))
        outcomes, restored, new = [], [], []
        contents: dict[str, tuple[Content, str]] = {}
        sources: dict[str, FileSource] = {}
        for file, found in zip(files, looked, strict=True):
            if isinstance(found, Problem):
                outcomes.append(
                    Outcome(file.name, "rejected", found.code, found.params, found.message)
                )
                continue
            sample = known.get(found.sha256)
            is_new = sample is None
            if sample is None:
                sample = known[found.sha256] = self._sample(file, found)
                new.append(sample)
                outcomes.append(Outcome(file.name, "added", sample_id=sample.id))
            elif sample.id in trashed:
                trashed.discard(sample.id)
                restored.append(sample.id)
                outcomes.append(Outcome(file.name, "restored", sample_id=sample.id))
            else:
                outcomes.append(Outcome(file.name, "duplicate", sample_id=sample.id))
            # A file that is referred to may be gone from there: then this one takes its place.
            # One that was damaged in the store is replaced by this good one.
            is_lost = found.sha256 not in elsewhere and is_damaged(found.sha256, found.num_bytes)
            if is_new or is_lost or found.sha256 in elsewhere:
                elsewhere.discard(found.sha256)
                contents[found.sha256] = (found.content, found.media_type)
                # What had to be put in order is another file than the one that stays there.
                if file.source is not None and found.content is file.content:
                    sources[found.sha256] = file.source
                if found.original is not None and (
                    is_new or is_damaged(found.original_sha256, size_of(found.original))
                ):
                    contents[found.original_sha256] = (found.original, found.original_type)
                    if file.source is not None:
                        sources[found.original_sha256] = file.source
        self._store(contents, sources)
        insert_rows(new)
        counters.adjust(
            self.dataset.id,
            samples=len(new),
            labelled=sum(sample.labelled_at is not None for sample in new),
            num_bytes=sum(sample.bytes for sample in new),
        )
        if restored:
            restore_in_locked(self.dataset, restored)
        return outcomes

    def _sample(self, file: Incoming, found: MediaProperties) -> Sample:
        now = timezone.now()
        return Sample(
            id=uuid4(),
            dataset=self.dataset,
            blob_id=found.sha256,
            name=name_of(file.name, found)[-MAX_NAME:],
            width=found.width,
            height=found.height,
            duration_ms=found.duration_ms,
            num_frames=found.num_frames,
            num_characters=found.num_characters,
            num_rows=found.num_rows,
            excerpt=found.excerpt,
            bytes=found.num_bytes,
            original_id=found.original_sha256 if found.original is not None else None,
            reading=dict(found.reading),
            uneven=found.uneven_by_content,
            # Data that says everything itself is complete as it comes.
            labelled_at=None if self.kind.is_labelled else now,
            created_by_id=self.added_by_id,
            created_at=now,
        )

    def _store(
        self, contents: dict[str, tuple[Content, str]], sources: Mapping[str, FileSource]
    ) -> None:
        """Record blobs, then put their files; ``files.services`` says why in this order."""
        record_blobs(
            {sha256: (size_of(content), media) for sha256, (content, media) in contents.items()},
            sources,
        )
        at_hand = {}
        for sha256, (content, _) in contents.items():
            if sha256 in sources:
                continue
            if isinstance(content, LocalFile):
                store().put_file(key_of(sha256), content.path)
            else:
                at_hand[key_of(sha256)] = content
        store().put_many(at_hand)


def _annotate(
    statements: Statements, files: Sequence[Incoming], outcomes: Sequence[Outcome]
) -> None:
    """Say of samples what came with their files."""
    given: dict[UUID, list[tuple[str, Given]]] = defaultdict(list)
    for file, outcome in zip(files, outcomes, strict=True):
        if outcome.sample_id is None:
            statements.reject(file.given)
        elif file.given is not None:
            given[outcome.sample_id].append((file.name, file.given))
    statements.write(given)


def _count(
    session: Import,
    outcomes: Sequence[Outcome],
    notes: Collection[tuple[str, Problem]],
    statements: Statements,
) -> None:
    """Add a batch to what an import of a locked dataset counted.

    Files that never became samples because an archive may not hold them count as rejected, too.
    """
    counts = Import.objects.values_list("counts", flat=True).get(id=session.id)
    num_refused = sum(problem.code in _LEFT_OUT for _, problem in notes)
    nums = {kind: sum(outcome.outcome == kind for outcome in outcomes) for kind in _KINDS}
    Import.objects.filter(id=session.id).update(
        num_added=F("num_added") + nums["added"] + nums["restored"],
        num_duplicate=F("num_duplicate") + nums["duplicate"],
        num_rejected=F("num_rejected") + nums["rejected"] + num_refused,
        num_labelled=F("num_labelled") + statements.num_labelled,
        counts=(Tally.from_json(counts) + statements.tally).to_json(),
    )
    rejected = [
        (outcome.name, Problem(outcome.code or "", outcome.message or "", outcome.params))
        for outcome in outcomes
        if outcome.outcome == "rejected"
    ]
    ImportProblem.objects.bulk_create(
        [
            ImportProblem(
                import_session=session,
                name=name[:500],
                code=problem.code,
                params=problem.params,
                message=problem.message[:1000],
            )
            for name, problem in [*notes, *statements.notes, *rejected]
        ],
        batch_size=1000,
    )


_LEFT_OUT = REFUSED_ENTRIES | REFUSED_TABLES
_KINDS = ("added", "duplicate", "restored", "rejected")
