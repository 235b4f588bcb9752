"""Compare the rows of files with what lies in the store, and put right what can be."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from backend.files.contracts.damage import Damage
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services.blobs import batched, delete_unused, referred_to
from backend.files.services.rounds import check_content, check_size
from backend.files.services.store import store

# What is younger may belong to somebody who is still bringing it.
GRACE = timedelta(days=1)
_BATCH = 500
_HEX = 64


@dataclass
class Findings:
    """What a check found, by SHA-256 or path; ``num_checked`` files were compared."""

    num_checked: int = 0
    missing: list[str] = field(default_factory=list)
    wrong_size: list[str] = field(default_factory=list)
    corrupt: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    orphaned: list[str] = field(default_factory=list)
    leftover: list[str] = field(default_factory=list)

    @property
    def damaged(self) -> list[str]:
        """All files that have to be brought again."""
        return [*self.missing, *self.wrong_size, *self.corrupt]

    @property
    def is_well(self) -> bool:
        """Whether nobody has to bring a file again."""
        return not self.damaged


def check(*, is_read: bool, grace: timedelta = GRACE) -> Findings:
    """Look at every file of the store; what is damaged is marked, and nothing else is changed.

    Args:
        is_read: whether contents are compared with their hash, which reads every file.
        grace: how old a file without a row, or a row that nothing refers to, has to be to count.
    """
    found = Findings()
    lists = {
        Damage.MISSING: found.missing,
        Damage.SIZE: found.wrong_size,
        Damage.CONTENT: found.corrupt,
    }
    limit = timezone.now() - grace
    for batch in batched(sorted(Blob.objects.values_list("sha256", flat=True)), _BATCH):
        used = referred_to(batch)
        rows = Blob.objects.filter(sha256__in=batch)
        for blob in rows.only("sha256", "bytes", "source", "created_at", "damage"):
            if blob.sha256 not in used and blob.created_at < limit:
                found.unused.append(blob.sha256)
            elif not blob.source:
                found.num_checked += 1
                damage = (
                    check_content(blob.sha256, blob.bytes)
                    if is_read
                    else check_size(blob.sha256, blob.bytes, blob.damage)
                )
                if damage is not None:
                    lists[damage].append(blob.sha256)
    found.orphaned = list(_orphans(grace))
    found.leftover = [str(path) for path in unused_files(grace)]
    return found


def repair(found: Findings) -> int:
    """Delete what nothing refers to or was left behind; return the bytes of known files freed.

    What is damaged stays listed: only the good file, imported again, takes its place.
    """
    freed = delete_unused(found.unused)
    for sha256 in found.orphaned:
        delete_orphan(sha256)
    for name in found.leftover:
        Path(name).unlink(missing_ok=True)
    return freed


@transaction.atomic
def delete_orphan(sha256: str) -> bool:
    """Delete a file of the store that has no row, unless somebody is storing it just now.

    A row is made for it first: whoever stores the same content meanwhile waits for this
    transaction, and then writes the file again, as rows are recorded before files are put.
    """
    Blob.objects.bulk_create([Blob(sha256=sha256, bytes=0, media_type="")], ignore_conflicts=True)
    row = Blob.objects.select_for_update().filter(sha256=sha256, bytes=0, media_type="")
    if not row.exists():
        return False
    store().delete(key_of(sha256))
    row._raw_delete(using=Blob.objects.db)
    return True


def unused_files(grace: timedelta = GRACE) -> Iterator[Path]:
    """Yield what uploads and moves into the store left when they were cut off."""
    data: Path = settings.ENVIRONMENT.data
    yield from _old(data / "uploads", "incoming-*", grace)
    yield from _old(data / "cache" / "files", "**/*.part", grace)
    root = store().local_path("blobs")
    if root is not None:
        yield from _old(root, "**/.part-*", grace)


def _orphans(grace: timedelta) -> Iterator[str]:
    """Yield files of the store that no row knows, when they are old enough."""
    root = store().local_path("blobs")
    if root is None or not root.is_dir():
        return
    for folder in sorted(root.iterdir()):
        names = [path.name for path in _old(folder, "*/*", grace) if len(path.name) == _HEX]
        for batch in batched(sorted(names), _BATCH):
            known = set(Blob.objects.filter(sha256__in=batch).values_list("sha256", flat=True))
            yield from (name for name in batch if name not in known)


def _old(folder: Path, pattern: str, grace: timedelta) -> Iterator[Path]:
    limit = time.time() - grace.total_seconds()
    for path in folder.glob(pattern) if folder.is_dir() else ():
        try:
            if path.is_file() and not path.is_symlink() and path.stat().st_mtime < limit:
                yield path
        except FileNotFoundError:
            continue
