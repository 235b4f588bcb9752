"""Put into force what a process worked out, and take it back; some samples at a time.

Each batch changes its samples and says so in one transaction, so that a break neither repeats nor
loses any. What somebody else has changed since the process read it is left alone and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from backend.annotation.contracts.imported import Given, given_of
from backend.annotation.selectors.annotations import states_of
from backend.api.errors import Conflict
from backend.cleaning.contracts import INDEX
from backend.cleaning.models import CleanedSample, CleaningRun
from backend.datasets.services import counters
from backend.datasets.services.importing.replacing import (
    Replacement,
    close_replacing,
    open_replacing,
    replace_files,
)
from backend.datasets.services.trash import restore_batch, trash_batch
from backend.files.services.readable import unreadable_of
from backend.jobs.services.jobs import job_folder
from engine.specs.cleaning import CLEANED_FILE
from engine.specs.cleaning import CleanedSample as CleanedLine
from engine.specs.data import SampleRecord

_BATCH = 200
# Files are held in memory while a batch is put into force.
_MAX_BYTES = 64 * 1024 * 1024
# The step that two samples of one content count under: neither of them takes it.
SAME_CONTENT, UNUSABLE = "same_content", "unusable"
Report = Callable[[int, int], None]


@dataclass(frozen=True)
class _Line:
    """A sample as the process read it, and what it made of it."""

    record: SampleRecord
    made: CleanedLine
    work: Path

    @property
    def sample_id(self) -> UUID:
        return UUID(self.record.id)

    @property
    def num_bytes(self) -> int:
        return (self.work / self.made.file).stat().st_size if self.made.file else 0

    def replacement(self) -> Replacement:
        """Return the new file with what is left of the annotations."""
        assert self.made.file is not None
        given = None
        if self.record.is_annotated:
            given = replace(
                given_in(self.record),
                regions=self.made.regions or (),
                relations=self.made.relations or (),
            )
        return Replacement(self.sample_id, (self.work / self.made.file).read_bytes(), given)


def given_in(record: SampleRecord) -> Given:
    """Return what a record says of its sample."""
    return Given(
        labels=record.labels,
        regions=record.regions,
        relations=record.relations,
        texts=record.texts,
        value=record.value,
    )


def apply_cleaning(run_id: UUID, report: Report) -> dict[str, Any]:
    """Put a run into force; goes on where it was broken off.

    Raises:
        Conflict: ``cleaning_lost`` when the files that were made are gone.
    """
    run = CleaningRun.objects.get(id=run_id)
    if run.state != CleaningRun.State.APPLYING:
        return _result(run)
    if run.session_id is None:
        run.session_id = open_replacing(dataset_id=run.dataset_id, replaced_by_id=run.created_by_id)
        CleaningRun.objects.filter(id=run_id).update(session_id=run.session_id)
    report(run.num_done, run.num_samples)
    for batch in _batches(islice(_lines(run), run.num_done, None)):
        with transaction.atomic():
            _apply(run, batch)
        run.num_done += len(batch)
        report(run.num_done, run.num_samples)
    _close(run)
    CleaningRun.objects.filter(id=run_id).update(state=CleaningRun.State.APPLIED)
    return _result(CleaningRun.objects.get(id=run_id))


def undo_cleaning(run_id: UUID, report: Report) -> dict[str, Any]:
    """Bring the samples of a run back where nothing has happened since; safe to repeat."""
    run = CleaningRun.objects.get(id=run_id)
    rows = CleanedSample.objects.filter(run_id=run_id).order_by("id")
    total, done, last = rows.count(), 0, 0
    report(0, total)
    while True:
        with transaction.atomic():
            batch = list(rows.filter(id__gt=last)[:_BATCH])
            back = _take_back(run, batch)
            CleanedSample.objects.filter(id__in=[row.id for row in back]).delete()
        if not batch:
            break
        last = batch[-1].id
        done += len(batch)
        report(done, max(done, total))
    num_left = rows.count()
    CleaningRun.objects.filter(id=run_id).update(state=CleaningRun.State.UNDONE, num_left=num_left)
    return {"num_restored": total - num_left, "num_left": num_left}


def give_up(run_id: UUID) -> None:
    """Note that a worker stopped in the midst of it; what is done can be undone."""
    run = CleaningRun.objects.get(id=run_id)
    if run.state in (CleaningRun.State.APPLYING, CleaningRun.State.UNDOING):
        _close(run)
        CleaningRun.objects.filter(id=run_id).update(state=CleaningRun.State.APPLIED)


def _lines(run: CleaningRun) -> Iterator[_Line]:
    assert run.worked_by is not None
    folder = job_folder(run.worked_by)
    try:
        with (
            (folder / INDEX).open(encoding="utf-8") as records,
            (folder / "work" / CLEANED_FILE).open(encoding="utf-8") as made,
        ):
            for one, other in zip(records, made, strict=True):
                yield _Line(
                    SampleRecord.model_validate_json(one),
                    CleanedLine.model_validate_json(other),
                    folder / "work",
                )
    except FileNotFoundError as error:
        raise Conflict(
            "The files that cleaning made are gone. Clean the data again.", code="cleaning_lost"
        ) from error


def _batches(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    batch: list[_Line] = []
    num_bytes = 0
    for line in lines:
        batch.append(line)
        num_bytes += line.num_bytes
        if len(batch) == _BATCH or num_bytes > _MAX_BYTES:
            yield batch
            batch, num_bytes = [], 0
    if batch:
        yield batch


def _apply(run: CleaningRun, batch: Sequence[_Line]) -> None:
    """Change the samples of a batch, and write down what was done."""
    dataset = counters.lock_dataset(run.dataset_id)
    wanted = [line for line in batch if line.made.outcome != "same"]
    alive = _unchanged(run.dataset_id, wanted)
    dropped = [line for line in alive if line.made.outcome == "dropped"]
    changed = [line for line in alive if line.made.outcome == "changed"]
    trash_batch(dataset, [line.sample_id for line in dropped])
    rows = [_left_out(run, line.sample_id, line.made.step or "") for line in dropped]
    num_lost = num_changed = num_unusable = 0
    assert run.session_id is not None
    replaced = replace_files(
        session_id=run.session_id,
        replacements=[line.replacement() for line in changed],
        replaced_by_id=run.created_by_id,
    )
    for line in changed:
        became = replaced[line.sample_id]
        if became.outcome == "replaced":
            num_changed += 1
            num_lost += line.made.num_lost
            rows.append(
                CleanedSample(
                    run=run,
                    sample_id=line.sample_id,
                    replacement_id=became.new,
                    revision=became.revision,
                )
            )
        elif became.outcome == "merged":
            rows.append(_left_out(run, line.sample_id, SAME_CONTENT))
        elif became.outcome == "refused":
            num_unusable += 1
    CleanedSample.objects.bulk_create(rows)
    steps = Counter(row.step for row in rows if row.step)
    run.dropped = dict(Counter(run.dropped) + steps)
    CleaningRun.objects.filter(id=run.id).update(
        num_done=F("num_done") + len(batch),
        num_changed=F("num_changed") + num_changed,
        num_dropped=F("num_dropped") + steps.total(),
        num_skipped=F("num_skipped") + len(wanted) - len(alive) + num_unusable,
        num_lost=F("num_lost") + num_lost,
        dropped=run.dropped,
    )


def _left_out(run: CleaningRun, sample_id: UUID, step: str) -> CleanedSample:
    return CleanedSample(run=run, sample_id=sample_id, step=step)


def _unchanged(dataset_id: UUID, lines: Sequence[_Line]) -> list[_Line]:
    """Return the lines whose samples are there and annotated as the process read them."""
    ids = [line.sample_id for line in lines]
    samples = counters.states_of(dataset_id, ids)
    states = states_of(ids)
    names = counters.label_names(dataset_id)

    def is_unchanged(line: _Line) -> bool:
        sample = samples.get(line.sample_id)
        if sample is None or sample.is_labelled != line.record.is_annotated:
            return False
        state = states.get(line.sample_id)
        return (given_of(state, names) if state is not None else Given()) == given_in(line.record)

    return [line for line in lines if is_unchanged(line)]


def _take_back(run: CleaningRun, batch: Sequence[CleanedSample]) -> list[CleanedSample]:
    """Restore the originals of a batch; return the rows for which nothing is left to do."""
    dataset = counters.lock_dataset(run.dataset_id)
    originals = counters.states_of(dataset.id, [row.sample_id for row in batch], with_trashed=True)
    places = [row.replacement_id for row in batch if row.replacement_id is not None]
    new = counters.states_of(dataset.id, places)

    def can_be(row: CleanedSample) -> bool:
        if row.sample_id not in originals:
            return False
        if row.replacement_id is None:
            return True
        place = new.get(row.replacement_id)
        return place is not None and place.revision == row.revision

    back = [row for row in batch if can_be(row)]
    trash_batch(dataset, [row.replacement_id for row in back if row.replacement_id is not None])
    restore_batch(dataset, [row.sample_id for row in back])
    return back


def _close(run: CleaningRun) -> None:
    if run.session_id is not None:
        close_replacing(run.session_id)


def _result(run: CleaningRun) -> dict[str, Any]:
    unreadable = {} if run.worked_by is None else unreadable_of(job_folder(run.worked_by))
    return unreadable | {
        "num_changed": run.num_changed,
        "num_dropped": run.num_dropped,
        "num_skipped": run.num_skipped,
    }
