"""Take files into a dataset: examined side by side, written in one transaction."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from backend.annotation.changes import Author, current_labels, write_labels
from backend.annotation.contracts import Source
from backend.api.errors import Param
from backend.datasets.media.image import examine
from backend.datasets.models import Archive, Dataset, Import, ImportProblem, Label, Sample
from backend.datasets.paths import MAX_LABEL
from backend.datasets.services import counters
from backend.datasets.services.labels import add_labels
from backend.datasets.services.trash import restore_in_locked
from backend.files.services import record_blobs
from backend.files.store import key_of, store

NUM_THREADS = max(2, min(8, os.cpu_count() or 2))


@dataclass(frozen=True)
class Incoming:
    """A file on its way in; ``labels`` are names, ``problem`` is set when it is refused already."""

    name: str
    content: bytes
    labels: tuple[str, ...] = ()
    problem: Problem | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of one file."""

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


def take_in(
    *,
    session: Import,
    files: Sequence[Incoming],
    added_by_id: UUID | None,
    notes: Collection[tuple[str, Problem]] = (),
    step: ArchiveStep | None = None,
) -> list[Outcome]:
    """Bring a batch of files into the dataset of an import; all of the batch is in, or nothing.

    Args:
        session: the import that counts the outcome.
        files: the batch.
        added_by_id: who brings them.
        notes: further problems to write down, by name.
        step: for archives, where to go on after a break.

    Raises:
        Unavailable: ``disk_full``; nothing of the batch is in then.
    """
    look = partial(_look, max_pixels=settings.ENVIRONMENT.max_image_pixels)
    if len(files) > 1:
        with ThreadPoolExecutor(NUM_THREADS) as pool:
            looked = list(pool.map(look, files))
    else:
        looked = [look(file) for file in files]
    with transaction.atomic():
        dataset = counters.lock_dataset(session.dataset_id)
        batch = _Batch(dataset=dataset, added_by_id=added_by_id)
        outcomes = batch.write(files, looked)
        num_labelled = batch.label(files, outcomes)
        _count(session, outcomes, notes, num_labelled)
        if step is not None:
            Archive.objects.filter(id=step.archive_id).update(
                num_entries_done=step.num_entries_done
            )
    return outcomes


def _look(file: Incoming, *, max_pixels: int) -> ImageFacts | Problem:
    if file.problem is not None:
        return file.problem
    too_long = next((name for name in file.labels if len(name) > MAX_LABEL), None)
    if too_long is not None:
        return Problem(
            "label_too_long",
            f"The label '{too_long[:40]}…' is longer than {MAX_LABEL} characters. Shorten it.",
            {"maximum": MAX_LABEL},
        )
    return examine(file.content, max_pixels=max_pixels)


@dataclass
class _Batch:
    """One batch on its way into a locked dataset."""

    dataset: Dataset
    added_by_id: UUID | None

    def write(
        self, files: Sequence[Incoming], looked: Sequence[ImageFacts | Problem]
    ) -> list[Outcome]:
        """Write samples and files; what is there already is found by its content."""
        facts = [found for found in looked if isinstance(found, ImageFacts)]
        rows = Sample.objects.filter(
            dataset=self.dataset, blob_id__in=[found.sha256 for found in facts]
        ).only("id", "blob_id", "trashed_at")
        known = {row.blob_id: row for row in rows}
        trashed = {row.id for row in known.values() if row.trashed_at is not None}
        outcomes, restored, new, contents = [], [], [], {}
        for file, found in zip(files, looked, strict=True):
            if isinstance(found, Problem):
                outcomes.append(
                    Outcome(file.name, "rejected", found.code, found.params, found.message)
                )
                continue
            sample = known.get(found.sha256)
            if sample is None:
                sample = known[found.sha256] = self._sample(file, found)
                new.append(sample)
                contents[found.sha256] = (file.content, found.media_type)
                outcomes.append(Outcome(file.name, "added", sample_id=sample.id))
            elif sample.id in trashed:
                trashed.discard(sample.id)
                restored.append(sample.id)
                outcomes.append(Outcome(file.name, "restored", sample_id=sample.id))
            else:
                outcomes.append(Outcome(file.name, "duplicate", sample_id=sample.id))
        self._store(contents)
        Sample.objects.bulk_create(new)
        counters.adjust(
            self.dataset.id, samples=len(new), num_bytes=sum(sample.bytes for sample in new)
        )
        if restored:
            restore_in_locked(self.dataset, restored)
        return outcomes

    def label(self, files: Sequence[Incoming], outcomes: Sequence[Outcome]) -> int:
        """Give samples that are unlabelled the labels that came with them; return how many."""
        wanted = {
            outcome.sample_id: file.labels
            for file, outcome in zip(files, outcomes, strict=True)
            if outcome.sample_id is not None and file.labels
        }
        if not wanted:
            return 0
        names = {name for labels in wanted.values() for name in labels}
        rows = Label.objects.filter(dataset=self.dataset, name__in=names)
        labels = {label.name: label for label in rows}
        labels |= add_labels(self.dataset.id, sorted(names - set(labels)))
        states = counters.states_of(self.dataset.id, list(wanted))
        before = current_labels(states)
        changed = write_labels(
            self.dataset.id,
            states=states,
            before=before,
            after={
                sample_id: frozenset(labels[name].id for name in wanted[sample_id])
                if old is None
                else old
                for sample_id, old in before.items()
            },
            names={label.id: label.name for label in labels.values()},
            author=Author(self.added_by_id, Source.IMPORT),
        )
        return len(changed)

    def _sample(self, file: Incoming, found: ImageFacts) -> Sample:
        return Sample(
            id=uuid4(),
            dataset=self.dataset,
            blob_id=found.sha256,
            name=file.name,
            width=found.width,
            height=found.height,
            bytes=found.bytes,
            created_by_id=self.added_by_id,
            created_at=timezone.now(),
        )

    def _store(self, contents: dict[str, tuple[bytes, str]]) -> None:
        """Record blobs, then put their files; ``files.services`` says why in this order."""
        record_blobs(
            {sha256: (len(content), media) for sha256, (content, media) in contents.items()}
        )
        store().put_many({key_of(sha256): content for sha256, (content, _) in contents.items()})


def _count(
    session: Import,
    outcomes: Sequence[Outcome],
    notes: Collection[tuple[str, Problem]],
    num_labelled: int,
) -> None:
    nums = {kind: sum(outcome.outcome == kind for outcome in outcomes) for kind in _KINDS}
    Import.objects.filter(id=session.id).update(
        num_added=F("num_added") + nums["added"] + nums["restored"],
        num_duplicate=F("num_duplicate") + nums["duplicate"],
        num_rejected=F("num_rejected") + nums["rejected"],
        num_labelled=F("num_labelled") + num_labelled,
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
            for name, problem in [*notes, *rejected]
        ],
        batch_size=1000,
    )


_KINDS = ("added", "duplicate", "restored", "rejected")
