"""Read an archive into a dataset, item by item; a break loses nothing and repeats nothing."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from django.conf import settings

from backend.annotation.contracts.imported import Given
from backend.api.errors import Invalid
from backend.datasets.media.content import Content, LocalFile, size_of, spool
from backend.datasets.media.properties import Problem
from backend.datasets.models import Archive, Import
from backend.datasets.services.importing.archives import archive_path
from backend.datasets.services.importing.column_previews import given_of
from backend.datasets.services.importing.ingestion import ArchiveStep, Incoming, ingest
from backend.datasets.services.importing.source_trees import SourceTree, Unread, open_source_tree
from backend.datasets.services.labels import declare_labels
from backend.datasets.services.time_limits import TimedReport
from backend.datasets.services.versioning.datumaro import converted
from backend.files.contracts.source import FileSource
from engine.catalog import TASKS, DatasetFormat, Media
from engine.errors import DataError
from engine.formats.checks.unused_files import is_sidecar
from engine.formats.declared_labels import declared_labels
from engine.formats.layout import FileTree, Item
from engine.formats.layout import Problem as FormatProblem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import REFUSED_ENTRIES, REFUSED_TABLES, Limits, open_tree
from engine.formats.tables.notes import NOTE_CODES
from engine.formats.writing.packing import open_sample

# A batch lies in memory, and who else writes to the dataset waits while it is written.
BATCH_ITEMS = 256
BATCH_BYTES = 64 * 2**20
BATCH_REGIONS = 50_000
MAX_ENTRY_BYTES = 512 * 2**20

# Files of these media may be larger than memory.
SPOOLED = frozenset({Media.AUDIO, Media.VIDEO})

# Formats of which one file holds many samples.
_HOLDING_ROWS = frozenset(
    {
        DatasetFormat.TEXT_TABLE,
        DatasetFormat.TEXT_PAIRS,
        DatasetFormat.TSV,
        DatasetFormat.XLSX,
        DatasetFormat.PARQUET,
        DatasetFormat.CONLL,
        DatasetFormat.JSON_LINES,
        DatasetFormat.LABEL_STUDIO,
        DatasetFormat.MOT,
    }
)

# Tools whose rectangles are shapes like others, not what surrounds an object.
_DRAWING_BOXES = frozenset({DatasetFormat.LABELME, DatasetFormat.CVAT, DatasetFormat.LABEL_STUDIO})

# What of a file, or of its only line, is reason enough that nothing came of it.
_REASONS = REFUSED_ENTRIES | REFUSED_TABLES | {"line_too_long"}
_NOTHING_OF_FORMAT = frozenset({"format_mismatch", "no_samples"})

Found = Item | FormatProblem


def run_archive_import(
    archive_id: UUID, report_progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Take the items of an archive into its dataset; safe to repeat after a break at any moment.

    Args:
        archive_id: an archive that has arrived whole.
        report_progress: told the items and problems done, and how many there are in all.

    Raises:
        Invalid: when the archive as a whole cannot be used; the message says why. ``import_time``
            when it takes too long: what is in stays in, and is counted.
        Unavailable: when the disk is full; what is in stays in.
    """
    archive = Archive.objects.select_related("import_session__dataset").get(id=archive_id)
    path = archive_path(archive)
    if not archive.source and not path.is_file():
        # One that was left unfinished has been deleted; one that was read whole is done.
        if archive.num_entries_done and archive.num_received:
            return {"num_entries": archive.num_entries_done}
        raise Invalid("The archive is not there any more. Send it again.", code="archive_missing")
    report = TimedReport(report_progress, code="import_time")
    try:
        with _opened(archive, path, report) as tree:
            num_entries = _read(tree, archive, report)
    except DataError as error:
        raise Invalid(error.message, code=error.code, **error.params) from error
    # What was read where it stays, a folder or a bucket, left nothing here.
    if path.parent.is_dir():
        shutil.rmtree(path.parent)
    return {"num_entries": num_entries}


@contextmanager
def _opened(archive: Archive, path: Path, report: Callable[[int, int], None]) -> Iterator[FileTree]:
    datumaro = archive.import_session.datumaro_format
    with _given(archive, path) as tree:
        if not datumaro:
            yield tree
            return
        with converted(tree, datumaro, path.parent, report) as lines:
            yield lines


@contextmanager
def _given(archive: Archive, path: Path) -> Iterator[FileTree]:
    if archive.source:
        with open_source_tree(archive.source, path) as sources:
            yield sources
        return
    limits = Limits(
        max_bytes=settings.ENVIRONMENT.max_upload_bytes, max_entry_bytes=MAX_ENTRY_BYTES
    )
    with open_tree(path, limits) as tree:
        yield tree


def _read(tree: FileTree, archive: Archive, report: TimedReport) -> int:
    session = archive.import_session
    done = archive.num_entries_done
    total = max(done, _expected(tree, archive, report))
    report(done, total)
    media = TASKS[session.dataset.task].media
    spooling = archive_path(archive).parent if media in SPOOLED else None
    sources = cast(SourceTree, tree) if archive.source else None
    are_drawn = session.format in _DRAWING_BOXES
    found = report.watched(islice(_found(tree, archive), done, None))
    for number, batch in enumerate(batches(tree, found, spooling, sources, are_drawn=are_drawn)):
        if number == 0 and not done:
            declare_labels(session.dataset, declared_labels(_layout(session), tree))
        done += batch.num_found
        ingest(
            session=session,
            files=batch.files,
            added_by_id=session.created_by_id,
            notes=batch.notes if media is not Media.TABLE else _of_no_table(batch.notes),
            lost=batch.lost,
            step=ArchiveStep(archive.id, done),
        )
        report(done, max(done, total))
    report(done, done)
    return done


def _of_no_table(notes: list[tuple[str, Problem]]) -> list[tuple[str, Problem]]:
    """Leave out what is said once more of each table, as it is then read, when it comes in."""
    return [(place, note) for place, note in notes if note.code not in NOTE_CODES]


def _expected(tree: FileTree, archive: Archive, report: TimedReport) -> int:
    """Return about how many items there are: files are counted, rows have to be read for that."""
    if archive.import_session.format not in _HOLDING_ROWS:
        return sum(not is_sidecar(name) for name in tree.names())
    return sum(1 for _ in report.watched(_found(tree, archive)))


def _found(tree: FileTree, archive: Archive) -> Iterator[Found]:
    """Yield all items and problems of an archive, in the same order each time.

    Where every file was refused by itself, those refusals are the reason why nothing came in, and
    not that there is nothing of the format.
    """
    session = archive.import_session
    layout = _layout(session)
    multi_label = session.dataset.multi_label
    has_items = was_refused = False
    try:
        for one in read_tree(layout, tree, multi_label=multi_label, given=given_of(session)):
            has_items = has_items or isinstance(one, Item)
            was_refused = was_refused or getattr(one, "code", "") in _REASONS
            yield one
    except DataError as error:
        if error.code not in _NOTHING_OF_FORMAT or has_items or not was_refused:
            raise


def _layout(session: Import) -> DatasetFormat:
    return DatasetFormat(session.format)


@dataclass
class Batch:
    """Items that are taken in together, and the problems met between them.

    ``lost`` counts the annotations that these left out, by code.
    """

    files: list[Incoming] = field(default_factory=list)
    notes: list[tuple[str, Problem]] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)
    num_bytes: int = 0
    num_regions: int = 0

    @property
    def num_found(self) -> int:
        """How far in the archive the batch goes."""
        return len(self.files) + len(self.notes)

    @property
    def is_full(self) -> bool:
        """Whether nothing more should be added."""
        is_large = self.num_bytes > BATCH_BYTES or self.num_regions > BATCH_REGIONS
        return self.num_found >= BATCH_ITEMS or is_large


def batches(
    tree: FileTree,
    found: Iterable[Found],
    spooling: Path | None,
    sources: SourceTree | None,
    *,
    are_drawn: bool,
) -> Iterator[Batch]:
    """Yield items with their bytes, and the problems between them, a batch at a time.

    Args:
        tree: the files.
        found: what was read from it.
        spooling: a folder for contents that may be larger than memory, if they may.
        sources: the tree of files that are to be referred to and not kept.
        are_drawn: rectangles are shapes like others, not what surrounds an object.
    """
    batch = Batch()
    for one in found:
        if isinstance(one, FormatProblem):
            batch.notes.append((one.place, Problem(one.code, one.message, one.params)))
            batch.lost[one.code] += one.num_lost
        else:
            file = _incoming(tree, one, spooling, sources, are_drawn=are_drawn)
            batch.files.append(file)
            batch.num_bytes += size_of(file.content)
            batch.num_regions += len(one.regions)
        if batch.is_full:
            yield batch
            batch = Batch()
    if batch.num_found:
        yield batch


def _incoming(
    tree: FileTree,
    item: Item,
    spooling: Path | None,
    sources: SourceTree | None,
    *,
    are_drawn: bool,
) -> Incoming:
    """Return an item with its bytes, in a file of the folder ``spooling`` where one is given."""
    source: FileSource | None = None
    try:
        if sources is not None and item.file is not None and item.content is None:
            # Asked before it is read: what changes meanwhile is found to have changed.
            source = sources.source_of(item.file)
        content = _content(tree, item, spooling, sources)
    except Unread as error:
        problem = Problem(error.code, error.message, error.params)
        return Incoming(name=item.place, content=b"", problem=problem)
    except (OSError, KeyError) as error:
        problem = Problem("entry_damaged", f"The file cannot be read ({error}). Pack it again.", {})
        return Incoming(name=item.place, content=b"", problem=problem)
    given = Given(
        labels=item.labels,
        regions=item.regions,
        relations=item.relations,
        texts=item.texts,
        value=item.value,
        boxes=item.boxes,
        are_drawn=are_drawn,
    )
    return Incoming(
        name=item.name,
        content=content,
        given=given if item.is_annotated else None,
        split=item.split,
        source=source,
    )


def _content(
    tree: FileTree, item: Item, spooling: Path | None, sources: SourceTree | None
) -> Content:
    with open_sample(item, tree) as file:
        if spooling is None:
            return file.read()
        path = None if sources is None or item.file is None else sources.path_of(item.file)
        return spool(file, spooling) if path is None else LocalFile.staying(path, file)
