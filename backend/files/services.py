"""Bring files into the store and out of it for good."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from django.db import transaction
from django.db.models.fields.reverse_related import ForeignObjectRel

from backend.config.rows import insert_rows
from backend.files.models import Blob
from backend.files.repairs import delete_derived
from backend.files.sources.opening import still_there
from backend.files.sources.source import FileSource
from backend.files.store import key_of, sha256_of, store


def put_bytes(*, content: bytes, media_type: str) -> str:
    """Store content and return its SHA-256."""
    sha256 = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
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
    insert_rows(
        [
            Blob(
                sha256=sha256,
                bytes=num_bytes,
                media_type=media_type,
                source=sources[sha256].address if sha256 in sources else "",
                source_stamp=sources[sha256].stamp if sha256 in sources else "",
            )
            for sha256, (num_bytes, media_type) in sorted(blobs.items())
        ],
        ignore_conflicts=True,
    )
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


def delete_unused(sha256s: Iterable[str]) -> int:
    """Delete the files among these that nothing refers to any more; return the bytes freed."""
    return sum(_delete_batch(batch) for batch in batched(sorted(set(sha256s)), 500))


@transaction.atomic
def _delete_batch(sha256s: Sequence[str]) -> int:
    """Delete rows and files under one lock.

    Whoever stores the same content meanwhile waits for the lock and then writes the file again, as
    rows are recorded before files are put.
    """
    # What lies elsewhere and is only referred to stays there, and gives no room back.
    blobs = {
        blob.sha256: 0 if blob.source else blob.bytes
        for blob in Blob.objects.select_for_update().filter(sha256__in=sha256s)
    }
    unused = sorted(set(blobs) - referred_to(blobs))
    Blob.objects.filter(sha256__in=unused)._raw_delete(using=Blob.objects.db)
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
