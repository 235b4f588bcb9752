"""Bring files into the store and out of it for good."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.db.models.fields.reverse_related import ForeignObjectRel

from backend.config.rows import insert_rows
from backend.files.contracts.keys import key_of, sha256_of
from backend.files.contracts.source import FileSource
from backend.files.models import Blob
from backend.files.services.repairs import delete_derived, make_way
from backend.files.services.sources.opening import still_there
from backend.files.services.store import store


def put_bytes(*, content: bytes, media_type: str) -> str:
    """Store content and return its SHA-256."""
    sha256 = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        # Rows before files: whoever deletes the same content holds its row, so that this waits for
        # the deletion and writes the file again.
        record_blobs({sha256: (len(content), media_type)})
        store().put(key_of(sha256), content)
    return sha256


def put_path(*, path: Path, media_type: str) -> str:
    """Store a local file, which is consumed, and return its SHA-256."""
    sha256, num_bytes = sha256_of(path), path.stat().st_size
    with transaction.atomic():
        record_blobs({sha256: (num_bytes, media_type)})
        store().put_file(key_of(sha256), path)
    return sha256


def record_blobs(
    blobs: Mapping[str, tuple[int, str]], sources: Mapping[str, FileSource] | None = None
) -> None:
    """Record files that are about to be put in the store, or stay where they are.

    Args:
        blobs: bytes and media type by SHA-256.
        sources: where those of them are that are not put in the store. A file that the store
            keeps already is kept. One that is referred to elsewhere goes on being so as long as it
            is there: nobody else's place takes that of a file that can be read.
    """
    sources = sources or {}
    rows = [
        Blob(
            sha256=sha256,
            bytes=num_bytes,
            media_type=media_type,
            source=sources[sha256].address if sha256 in sources else "",
            source_stamp=sources[sha256].stamp if sha256 in sources else "",
        )
        # In one order, so that two who store the same files do not wait for each other for ever.
        for sha256, (num_bytes, media_type) in sorted(blobs.items())
    ]
    insert_rows(rows, ignore_conflicts=True)
    while missing := _not_held(list(blobs)):
        # Deleted between these two statements, by whoever found that nothing refers to it.
        insert_rows([row for row in rows if row.sha256 in missing], ignore_conflicts=True)
    _make_ways([sha256 for sha256 in blobs if sha256 not in sources])
    referred = Blob.objects.filter(sha256__in=list(blobs)).exclude(source="")
    for blob in referred.only("sha256", "source", "source_stamp"):
        known = FileSource(blob.source, blob.source_stamp)
        wanted = sources.get(blob.sha256, FileSource(""))
        is_moved = wanted.address not in ("", known.address)
        if wanted != known and not (is_moved and still_there(known)):
            Blob.objects.filter(sha256=blob.sha256).update(
                source=wanted.address, source_stamp=wanted.stamp
            )


def is_known(sha256: str) -> bool:
    """Tell whether there is a row of a file."""
    return Blob.objects.filter(sha256=sha256).exists()


def _lock(sha256s: Sequence[str]) -> QuerySet[Blob]:
    """Return rows that nobody else may change or begin to refer to until the transaction ends."""
    # All lock in the same order, so that no two wait for each other.
    return Blob.objects.select_for_update().filter(sha256__in=sha256s).order_by("sha256")


def _not_held(sha256s: Sequence[str]) -> set[str]:
    """Keep rows from being deleted until the transaction ends; return those that are gone.

    On SQLite nobody else writes meanwhile. Elsewhere others may hold the same rows at once.
    """
    if connection.vendor != "postgresql":
        return set()
    table = connection.ops.quote_name(Blob._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT sha256 FROM {table} WHERE sha256 = ANY(%s) ORDER BY sha256 FOR KEY SHARE",
            [list(sha256s)],
        )
        return set(sha256s) - {sha256 for (sha256,) in cursor.fetchall()}


def _make_ways(sha256s: Sequence[str]) -> None:
    """Have files that are known to be damaged put in the store anew, rather than kept."""
    marked = Blob.objects.filter(sha256__in=sha256s).exclude(damage="")
    for sha256 in list(marked.values_list("sha256", flat=True)):
        make_way(sha256)
        Blob.objects.filter(sha256=sha256).update(damage="")


def delete_unused(sha256s: Iterable[str]) -> int:
    """Delete the files among these that nothing refers to any more; return the bytes freed."""
    return sum(_delete_batch(batch) for batch in batched(sorted(set(sha256s)), 500))


def _delete_batch(sha256s: Sequence[str]) -> int:
    try:
        return _delete_together(sha256s)
    except IntegrityError:
        # Somebody began to refer to one of them after it was looked at: the others go.
        if len(sha256s) == 1:
            return 0
        return sum(_delete_batch([sha256]) for sha256 in sha256s)


@transaction.atomic
def _delete_together(sha256s: Sequence[str]) -> int:
    """Delete rows and files under one lock, files only once no row can refer to them any more.

    Whoever stores the same content meanwhile waits for the lock and then writes the file again, as
    rows are recorded before files are put.

    Raises:
        IntegrityError: when somebody began to refer to one of them; nothing is deleted then.
    """
    # What lies elsewhere and is only referred to stays there, and gives no room back.
    blobs = {blob.sha256: 0 if blob.source else blob.bytes for blob in _lock(sha256s)}
    unused = sorted(set(blobs) - referred_to(blobs))
    # Not ``delete``: what began to refer to a file meanwhile is to refuse this, not to go too.
    Blob.objects.filter(sha256__in=unused)._raw_delete(using=Blob.objects.db)
    if connection.vendor == "postgresql":
        # References are compared at the end of a transaction; a file cannot be brought back then.
        connection.check_constraints()
    for sha256 in unused:
        store().delete(key_of(sha256))
        delete_derived(sha256)
    return sum(blobs[sha256] for sha256 in unused)


def referred_to(sha256s: Iterable[str]) -> set[str]:
    """Return those of the files that some row of any app refers to."""
    wanted = list(sha256s)
    found: set[str] = set()
    relations = [
        field
        for field in Blob._meta.get_fields(include_hidden=True)
        if isinstance(field, ForeignObjectRel)
    ]
    for relation in relations:
        name = relation.field.attname
        rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": wanted})
        found.update(rows.values_list(name, flat=True).distinct())
    return found


def batched(items: Sequence[str], size: int) -> Iterable[Sequence[str]]:
    """Cut a sequence into pieces of at most ``size``."""
    return (items[start : start + size] for start in range(0, len(items), size))
