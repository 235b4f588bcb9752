"""Zips and data files on their way in: announced, sent in chunks, then read by a worker."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid, TooLarge
from backend.api.room import require_room
from backend.datasets.models import Archive, Import
from backend.datasets.services.importing.sessions import require_open
from backend.files.services.backends import naming_full_disk
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.projects.selectors import organisation_of
from engine.specs.samples.hidden_characters import without_hidden

MAX_CHUNK = 16 * 2**20
_PIECE = 1 << 20
_UNSAFE = re.compile(r"[/\\:*?\"<>|]|^\.+")


def archive_path(archive: Archive) -> Path:
    """Return where an archive lies until it has been read: in a folder of its own.

    Its name is kept, because it tells a zip from a table and is named in what is said of its rows.
    """
    folder: Path = settings.ENVIRONMENT.data / "uploads" / str(archive.id)
    last = PurePosixPath(archive.name.replace("\\", "/")).name
    name = _UNSAFE.sub("_", without_hidden(last, "_"))
    suffix = PurePosixPath(name).suffix[:20]
    stem = name.removesuffix(suffix).encode()[:200].decode(errors="ignore")
    return folder / f"{stem or 'archive'}{suffix}"


def announce_archive(*, session: Import, name: str, num_bytes: int) -> Archive:
    """Prepare to receive a zip, or one file of many samples.

    Raises:
        Conflict: when the upload has been closed.
        TooLarge: when it is larger than this installation takes.
        Unavailable: when the disk has no room for it.
    """
    require_open(session)
    maximum = settings.ENVIRONMENT.max_upload_bytes
    if num_bytes > maximum:
        raise TooLarge(
            f"The archive has {num_bytes} bytes; at most {maximum} are accepted. Send it in parts.",
            code="archive_too_large",
            maximum=maximum,
        )
    require_room(num_bytes)
    return Archive.objects.create(
        import_session=session, name=_base_name(name), num_bytes=num_bytes
    )


def _base_name(name: str) -> str:
    """Return what an archive is called without the folders it came from, which nobody needs."""
    base = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return "archive" if base in ("", ".", "..") else base


@transaction.atomic
def append_chunk(*, archive: Archive, offset: int, stream: Any) -> Archive:
    """Add a chunk at the end of what has arrived.

    Raises:
        Conflict: ``offset_mismatch`` with the right offset, or ``archive_completed``.
        Invalid: when the chunk is empty or goes beyond the announced end.
        TooLarge: when it is larger than a chunk may be.
        Unavailable: when the disk is full; what arrived before is kept.
    """
    # The body lies on this machine whole by now, so the lock is held as long as a copy takes, and
    # not as long as the sender does.
    archive = Archive.objects.select_for_update().get(id=archive.id)
    if archive.job_id is not None:
        raise Conflict("This archive is complete already.", code="archive_completed")
    if offset != archive.num_received:
        raise Conflict(
            f"The chunk begins at {offset}; {archive.num_received} bytes have come. Go on there.",
            code="offset_mismatch",
            expected=archive.num_received,
        )
    path = archive_path(archive)
    require_room()
    path.parent.mkdir(parents=True, exist_ok=True)
    room = archive.num_bytes - archive.num_received
    with naming_full_disk(), path.open("r+b" if path.exists() else "w+b") as file:
        # A chunk that broke off may have left bytes beyond what is counted.
        file.truncate(offset)
        file.seek(offset)
        archive.num_received += _copy(stream, file, room)
        file.flush()
    archive.save(update_fields=["num_received"])
    return archive


@transaction.atomic
def complete_archive(*, archive: Archive, requested_by: Caller) -> Archive:
    """Have a worker read the archive; asking again changes nothing.

    Raises:
        Conflict: when a part is still missing.
    """
    archive = (
        # Of this row alone: the row of the dataset is what all its writers wait for.
        Archive.objects.select_for_update(of=("self",))
        .select_related("import_session__dataset")
        .get(id=archive.id)
    )
    if archive.job_id is not None:
        return archive
    if archive.num_received != archive.num_bytes:
        raise Conflict(
            f"{archive.num_received} of {archive.num_bytes} bytes have arrived. Send the rest.",
            code="archive_incomplete",
            expected=archive.num_received,
        )
    dataset = archive.import_session.dataset
    job = create_job(
        kind=names.IMPORT_ARCHIVE,
        organisation_id=organisation_of(project_id=dataset.project_id),
        project_id=dataset.project_id,
        subject_id=archive.id,
        title=archive.name[:200],
        requested_by_id=requested_by.user_id,
    )
    archive.job_id = job.id
    archive.save(update_fields=["job"])
    return archive


def _copy(stream: Any, file: Any, room: int) -> int:
    """Copy a chunk and return its size."""
    size = 0
    while hasattr(stream, "read") and (piece := stream.read(_PIECE)):
        size += len(piece)
        if size > MAX_CHUNK:
            raise TooLarge(
                f"A chunk has at most {MAX_CHUNK} bytes. Send smaller ones.",
                code="chunk_too_large",
                maximum=MAX_CHUNK,
            )
        if size > room:
            raise Invalid(
                "The chunk goes beyond the announced end of the archive. Announce it again.",
                code="archive_too_long",
            )
        file.write(piece)
    if size == 0:
        raise Invalid("The chunk is empty.", code="chunk_empty")
    return size
