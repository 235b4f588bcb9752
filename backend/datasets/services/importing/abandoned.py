"""Folders of archives and exports that nobody will finish or fetch."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import transaction

from backend.datasets.models import Archive, DatumaroExport
from backend.jobs.selectors import is_unfinished

GRACE = timedelta(days=1)
# So long an upload that broke off, or an import that failed, may be gone on with.
KEPT = timedelta(days=14)


def abandoned_folders(*, grace: timedelta = GRACE, kept: timedelta = KEPT) -> Iterator[Path]:
    """Yield folders of archives and exports that are gone, or were left long ago."""
    for folder, model in _PLACES.items():
        root: Path = settings.ENVIRONMENT.data / folder
        for path in sorted(root.iterdir()) if root.is_dir() else ():
            row_id = _uuid(path.name)
            if row_id is None or not path.is_dir():
                continue
            row = model.objects.filter(id=row_id).first()
            limit = grace if row is None else kept
            if _newest(path) < time.time() - limit.total_seconds() and _is_left(row):
                yield path


def delete_abandoned(path: Path) -> bool:
    """Delete a folder that ``abandoned_folders`` named, unless it is used again by now."""
    model = _PLACES[path.parent.name]
    with transaction.atomic():
        # Locked: who goes on with an upload, or starts its import, waits and then finds it gone.
        row = model.objects.select_for_update().filter(id=UUID(path.name)).first()
        if not _is_left(row):
            return False
        if isinstance(row, Archive):
            # What had come has to be sent again; what was read of it stays.
            Archive.objects.filter(id=row.id).update(num_received=0)
        shutil.rmtree(path, ignore_errors=True)
    return True


_PLACES: dict[str, type[Archive] | type[DatumaroExport]] = {
    "uploads": Archive,
    "exports": DatumaroExport,
}


def _is_left(row: Archive | DatumaroExport | None) -> bool:
    """Tell whether nobody works on a row; an export that was made can be fetched for ever."""
    if row is None:
        return True
    if row.job_id is not None and is_unfinished(job_id=row.job_id):
        return False
    return isinstance(row, Archive) or row.num_samples is None


def _newest(path: Path) -> float:
    """Return when something in a folder changed last."""
    times = [path.stat().st_mtime]
    for one in path.rglob("*"):
        try:
            times.append(one.lstat().st_mtime)
        except FileNotFoundError:
            continue
    return max(times)


def _uuid(name: str) -> UUID | None:
    try:
        return UUID(name)
    except ValueError:
        return None
