"""Read a zip into a dataset, entry by entry; a break loses nothing and repeats nothing."""

from __future__ import annotations

import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

from django.conf import settings

from backend.api.errors import Invalid
from backend.datasets.csv_labels import CsvLabels, read_labels
from backend.datasets.media.facts import Problem
from backend.datasets.models import Archive, Import
from backend.datasets.paths import clean_path, decode_zip_name, folder_label, shown
from backend.datasets.services.archives import archive_path
from backend.datasets.services.intake import ArchiveStep, Incoming, take_in

BATCH_FILES = 64
BATCH_BYTES = 64 * 2**20
MAX_ENTRY_BYTES = 512 * 2**20
MAX_RATIO = 200
_SMALL = 8 * 2**20
_LEFT_BY_SYSTEMS = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
_NESTED = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".bz2", ".xz")
_CSV = "labels.csv"


@dataclass(frozen=True)
class _Entry:
    """A file of a zip by its decoded name."""

    name: str
    info: zipfile.ZipInfo


def run_archive_import(
    archive_id: UUID, report_progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Take the files of an archive into its dataset; safe to repeat after a break at any moment.

    Args:
        archive_id: an archive that has arrived whole.
        report_progress: told the entries done and the entries in all.

    Raises:
        Invalid: when the archive as a whole cannot be used; the message says why.
        Unavailable: when the disk is full; what is in stays in.
    """
    archive = Archive.objects.select_related("import_session__dataset").get(id=archive_id)
    path = archive_path(archive.id)
    if not path.is_file():
        if archive.num_entries_done:
            return {"num_entries": archive.num_entries_done}
        raise Invalid("The archive is not there any more. Send it again.", code="archive_missing")
    try:
        with zipfile.ZipFile(path) as opened:
            num_entries = _read(opened, archive, report_progress)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError) as error:
        raise Invalid(
            f"The archive is damaged or no zip ({error}). Make it again and send it.",
            code="archive_damaged",
        ) from error
    path.unlink(missing_ok=True)
    return {"num_entries": num_entries}


def _read(
    opened: zipfile.ZipFile, archive: Archive, report_progress: Callable[[int, int], None]
) -> int:
    session = archive.import_session
    entries = _entries(opened)
    _refuse_bomb(entries, archive.num_bytes)
    labels = _csv_labels(opened, entries, session) if session.label_source == "csv" else None
    images = [entry for entry in entries if labels is None or entry.name != labels.file]
    notes = labels.notes({entry.name for entry in images}) if labels is not None else []
    done, total = archive.num_entries_done, len(images)
    report_progress(done, total)
    for batch in _batches(images[done:]):
        files = [_incoming(opened, entry, session, labels) for entry in batch]
        done += len(batch)
        is_first = done == len(batch)
        take_in(
            session=session,
            files=files,
            added_by_id=session.created_by_id,
            notes=notes if is_first else (),
            step=ArchiveStep(archive.id, done),
        )
        report_progress(done, total)
    if not images and notes:
        take_in(session=session, files=[], added_by_id=session.created_by_id, notes=notes)
    return total


def _entries(opened: zipfile.ZipFile) -> list[_Entry]:
    found = []
    for info in opened.infolist():
        name = decode_zip_name(info.filename, is_utf8=bool(info.flag_bits & 0x800))
        leftover = name.startswith(_LEFT_BY_SYSTEMS[0]) or name.endswith(_LEFT_BY_SYSTEMS[1:])
        if not info.is_dir() and not leftover:
            found.append(_Entry(name=unicodedata.normalize("NFC", name), info=info))
    return found


def _refuse_bomb(entries: list[_Entry], num_bytes: int) -> None:
    """Refuse an archive that would unpack to far more than it is.

    Raises:
        Invalid: naming both sizes.
    """
    unpacked = sum(entry.info.file_size for entry in entries)
    maximum = settings.ENVIRONMENT.max_upload_bytes
    if unpacked > maximum or (unpacked > _SMALL and unpacked > MAX_RATIO * num_bytes):
        raise Invalid(
            f"The archive of {num_bytes} bytes would unpack to {unpacked}. At most {maximum}, and "
            f"at most {MAX_RATIO} times its size, are accepted. Send it in parts.",
            code="archive_bomb",
            unpacked=unpacked,
            maximum=maximum,
        )


def _batches(entries: list[_Entry]) -> Iterator[list[_Entry]]:
    batch: list[_Entry] = []
    size = 0
    for entry in entries:
        batch.append(entry)
        size += entry.info.file_size
        if len(batch) == BATCH_FILES or size > BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _incoming(
    opened: zipfile.ZipFile, entry: _Entry, session: Import, labels: _Labels | None
) -> Incoming:
    path = clean_path(entry.name)
    if isinstance(path, Problem):
        return Incoming(name=shown(entry.name), content=b"", problem=path)
    content = _content(opened, entry)
    if isinstance(content, Problem):
        return Incoming(name=path, content=b"", problem=content)
    given: tuple[str, ...] = ()
    if labels is not None:
        given = labels.of(entry.name)
    elif session.label_source == "folder":
        label = folder_label(path)
        given = (label,) if label else ()
    return Incoming(name=path, content=content, labels=given)


def _content(opened: zipfile.ZipFile, entry: _Entry) -> bytes | Problem:
    info = entry.info
    if info.flag_bits & 0x1:
        return Problem(
            "entry_encrypted", "The file is encrypted. Make the zip without a password.", {}
        )
    if entry.name.lower().endswith(_NESTED):
        return Problem(
            "archive_nested", "Archives inside archives are not read. Send them one by one.", {}
        )
    too_dense = info.file_size > _SMALL and info.file_size > MAX_RATIO * max(1, info.compress_size)
    if info.file_size > MAX_ENTRY_BYTES or too_dense:
        return Problem(
            "entry_bomb",
            f"The file would unpack from {info.compress_size} to {info.file_size} bytes, which no "
            "image needs. Leave it out.",
            {"packed": info.compress_size, "unpacked": info.file_size},
        )
    try:
        return opened.read(info)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        return Problem(
            "entry_damaged", f"The file is damaged inside the zip ({error}). Pack it again.", {}
        )


@dataclass(frozen=True)
class _Labels:
    """The labels of a CSV file, by the names of the entries beside it."""

    file: str
    folder: str
    read: CsvLabels

    def of(self, name: str) -> tuple[str, ...]:
        """Return the labels of an entry."""
        return self.read.labels.get(name.removeprefix(self.folder), ())

    def notes(self, names: set[str]) -> list[tuple[str, Problem]]:
        """Return what was odd: rows that repeat, and rows for files that are not there."""
        unknown = Problem(
            "csv_unknown_file", "labels.csv names a file that the zip does not hold.", {}
        )
        missing = [name for name in self.read.labels if self.folder + name not in names]
        return [*self.read.problems, *((name, unknown) for name in missing)]


def _csv_labels(opened: zipfile.ZipFile, entries: list[_Entry], session: Import) -> _Labels:
    """Return the labels of the CSV file that lies nearest to the top.

    Raises:
        Invalid: when there is none or it cannot be read.
    """
    tables = [entry for entry in entries if PurePosixPath(entry.name).name.lower() == _CSV]
    if not tables:
        raise Invalid(
            "The zip holds no labels.csv. Add one with the header 'file,label'.",
            code="csv_missing",
        )
    table = min(tables, key=lambda entry: entry.name.count("/"))
    content = _content(opened, table)
    if isinstance(content, Problem):
        raise Invalid(f"labels.csv: {content.message}", code=content.code)
    parent = PurePosixPath(table.name).parent.as_posix()
    return _Labels(
        file=table.name,
        folder="" if parent == "." else f"{parent}/",
        read=read_labels(content, multi_label=session.dataset.multi_label),
    )
