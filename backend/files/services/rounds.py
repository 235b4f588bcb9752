"""Read the files of the store again and again, a little at a time, and mark those that changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone

from backend.files.contracts.damage import Damage
from backend.files.contracts.keys import key_of
from backend.files.models import Blob, StoreRound
from backend.files.services.damage import content_damage, damage_of
from backend.files.services.store import store

# However little may be read a day, the whole store is read in so many.
MAX_DAYS = 30
_BATCH = 100
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class RoundState:
    """How far the reading is: ``num_damaged`` files are marked, of any round.

    ``num_read`` and ``bytes_read`` are those of the round that goes on since ``begun_at``.
    """

    num_damaged: int
    num_read: int
    bytes_read: int
    begun_at: datetime | None
    completed_at: datetime | None


def round_state() -> RoundState:
    """Return how far the reading of the store is."""
    found = StoreRound.objects.filter(id=1).first() or StoreRound()
    return RoundState(
        num_damaged=Blob.objects.exclude(damage="").count(),
        num_read=found.num_read,
        bytes_read=found.bytes_read,
        begun_at=found.begun_at,
        completed_at=found.completed_at,
    )


def damaged_files() -> dict[str, Damage]:
    """Return what is wrong with the files that are marked, by SHA-256."""
    rows = Blob.objects.exclude(damage="").values_list("sha256", "damage")
    return {sha256: Damage(damage) for sha256, damage in rows}


def read_share() -> int:
    """Read what may be read since somebody last did; return how many files.

    ``EASEL_CHECK_BYTES_PER_DAY`` says how much that is a day; 0 reads nothing.
    """
    daily: int = settings.ENVIRONMENT.check_bytes_per_day
    if daily <= 0:
        return 0
    total = Blob.objects.filter(source="").aggregate(total=Sum("bytes"))["total"] or 0
    return read_on(round(max(daily, total / MAX_DAYS) * _allowed_days()))


def read_on(max_bytes: int) -> int:
    """Read on from where the last reading ended, until so many bytes; return how many files.

    A round that comes to the end of the store ends, though more might be read.
    """
    if max_bytes <= 0:
        return 0
    num_read = num_bytes = 0
    while num_bytes < max_bytes:
        state, _ = StoreRound.objects.get_or_create(id=1)
        rows = Blob.objects.filter(source="", sha256__gt=state.position).order_by("sha256")
        batch = list(rows.values_list("sha256", "bytes")[:_BATCH])
        if not batch:
            _complete(state)
            break
        position = state.position
        for sha256, size in batch:
            check_content(sha256, size)
            num_read, num_bytes = num_read + 1, num_bytes + size
            if not _advance(position, sha256, size):
                # Somebody else reads: what is read twice does no harm, and no file is left out.
                return num_read
            position = sha256
            if num_bytes >= max_bytes:
                break
    return num_read


def check_content(sha256: str, num_bytes: int) -> Damage | None:
    """Read a file and write down what is wrong with it, or that nothing is."""
    before = _stamp(sha256)
    found = content_damage(sha256, num_bytes)
    if found is None:
        Blob.objects.filter(sha256=sha256).exclude(damage="").update(damage="")
        return None
    return found if _mark(sha256, found, before) else None


def check_size(sha256: str, num_bytes: int, marked: str) -> Damage | None:
    """Look whether a file is there and as large as it should be; write down what is wrong.

    Args:
        sha256: of the file.
        num_bytes: how large it should be.
        marked: what is written down of it. A file that is there again is read; one that was found
            changed stays marked until it is.
    """
    before = _stamp(sha256)
    found = damage_of(sha256, num_bytes, is_read=False)
    if found is not None:
        return found if found == marked or _mark(sha256, found, before) else None
    if marked in (Damage.MISSING, Damage.SIZE):
        return check_content(sha256, num_bytes)
    return Damage(marked) if marked else None


@transaction.atomic
def _mark(sha256: str, found: Damage, before: object) -> bool:
    """Mark a file unless it was put in order while it was looked at."""
    # Whoever brings the good file meanwhile waits, and unmarks it.
    row = Blob.objects.select_for_update().filter(sha256=sha256, source="")
    if not row.exists() or _stamp(sha256) != before:
        return False
    Blob.objects.filter(sha256=sha256).update(damage=found)
    return True


def _stamp(sha256: str) -> object:
    """Return what changes when a file of a folder is written anew; nothing of a bucket's."""
    path = store().local_path(key_of(sha256))
    try:
        found = None if path is None else path.stat()
    except FileNotFoundError:
        return None
    return None if found is None else (found.st_ino, found.st_mtime_ns, found.st_size)


def _allowed_days() -> float:
    """Return for how much of a day may be read, and take it: of two workers one reads."""
    now = timezone.now()
    state, _ = StoreRound.objects.get_or_create(id=1)
    taken = StoreRound.objects.filter(id=1, allowed_at=state.allowed_at).update(allowed_at=now)
    if not taken:
        return 0.0
    since = _DAY if state.allowed_at is None else now - state.allowed_at
    return float(min(max(since / _DAY, 0.0), 1.0))


def _advance(position: str, sha256: str, num_bytes: int) -> bool:
    moved = StoreRound.objects.filter(id=1, position=position).update(
        position=sha256, num_read=F("num_read") + 1, bytes_read=F("bytes_read") + num_bytes
    )
    if moved and not position:
        StoreRound.objects.filter(id=1).update(begun_at=timezone.now())
    return bool(moved)


def _complete(state: StoreRound) -> None:
    """Begin anew at the first file."""
    StoreRound.objects.filter(id=1, position=state.position).update(
        position="", num_read=0, bytes_read=0, completed_at=timezone.now()
    )
