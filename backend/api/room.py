"""How much room is on the disk, and the reserve that is kept for the database.

Two things keep an installation usable on a full disk. Below the reserve nothing large is taken in
any more: uploads, imports, exports and trainings wait. And part of the reserve is a file that
really takes room: whatever else fills the disk, deleting it gives the database room to go on, so
that people can sign in and delete something.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import Error as DatabaseFailure

from backend.api.errors import Unavailable

logger = logging.getLogger(__name__)

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_RESERVE_FILE = "reserve"
# What SQLite says when it cannot write the files beside its database.
_SQLITE_AT_A_LOSS = frozenset({"disk I/O error", "unable to open database file"})
_NEXT_TO_NOTHING = 1 << 20
# The file is a part of the reserve, given up at the last. It is made again once there is more
# left beside it than would have it given up at once.
_FILE_SHARE = 4
_MADE_AT_SHARES = 3


@dataclass(frozen=True)
class Room:
    """The disk that the data folder lies on.

    Attributes:
        free_bytes: what is left beside the file of the reserve.
        total_bytes: of the disk.
        reserve_bytes: while less than this is left, nothing large is taken in.
        file_bytes: how much of the reserve lies on the disk as a file.
    """

    free_bytes: int
    total_bytes: int
    reserve_bytes: int
    file_bytes: int = 0

    @property
    def left_bytes(self) -> int:
        """What is left together with the file, which neither makes the disk full nor frees it."""
        return self.free_bytes + self.file_bytes

    @property
    def is_full(self) -> bool:
        """Whether nothing large is taken in any more."""
        return self.left_bytes < self.reserve_bytes


def room() -> Room:
    """Return how much room there is."""
    data: Path = settings.ENVIRONMENT.data
    folder = data if data.exists() else data.parent
    usage = shutil.disk_usage(folder)
    # A small disk keeps a twentieth of itself.
    reserve = min(settings.ENVIRONMENT.disk_reserve_bytes, usage.total // 20)
    return Room(
        free_bytes=usage.free,
        total_bytes=usage.total,
        reserve_bytes=reserve,
        file_bytes=_file_bytes(),
    )


def is_disk_full() -> bool:
    """Tell whether nothing large is taken in any more."""
    return room().is_full


def require_room(num_bytes: int = 0) -> None:
    """Refuse to begin something large when there is no room for it beside the reserve.

    Raises:
        Unavailable: ``disk_full``.
    """
    found = room()
    if found.left_bytes - num_bytes < found.reserve_bytes:
        raise no_room(found.free_bytes)


def no_room(free_bytes: int) -> Unavailable:
    """Return the refusal of what there is no room for."""
    return Unavailable(
        f"The disk of this installation has {free_bytes >> 20} MB left, which are kept for the "
        "database. What was accepted before is safe. Free some room: empty the trash, or ask the "
        "administrator; then go on.",
        code="disk_full",
        megabytes=free_bytes >> 20,
    )


def keep_reserve() -> None:
    """Have the file of the reserve lie on the disk while it fits, and give it up at the last.

    It is there whenever the disk is not full, and comes back before that: what fills the disk next
    finds it.
    """
    found, path = room(), _path()
    wanted = found.reserve_bytes // _FILE_SHARE
    if path.is_file() and found.free_bytes < wanted:
        give_up_reserve()
    elif not path.is_file() and found.free_bytes >= _MADE_AT_SHARES * wanted:
        _make(path, wanted)


def give_up_reserve() -> bool:
    """Give the room of the reserve to whoever needs it now; tell whether there was any."""
    try:
        _path().unlink()
    except OSError:
        return False
    logger.warning("disk full: the reserve was given up")
    return True


def is_no_room(error: BaseException) -> bool:
    """Tell whether an error, or what led to it, is that there is no room: of files or databases."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError) and seen.errno in NO_ROOM:
            return True
        # PostgreSQL's class 53 is a lack of resources.
        if getattr(seen, "sqlstate", None) == "53100":
            return True
        # Other errors repeat what somebody sent, which may be these very words.
        if isinstance(seen, DatabaseFailure | sqlite3.Error) and _says_no_room(str(seen)):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _says_no_room(message: str) -> bool:
    if "disk is full" in message:
        return True
    return message in _SQLITE_AT_A_LOSS and room().free_bytes < _NEXT_TO_NOTHING


def _path() -> Path:
    data: Path = settings.ENVIRONMENT.data
    return data / _RESERVE_FILE


def _file_bytes() -> int:
    try:
        return _path().stat().st_size
    except OSError:
        return 0


def _make(path: Path, num_bytes: int) -> None:
    temporary = path.with_suffix(".part")
    try:
        with temporary.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(1, num_bytes))
        temporary.replace(path)
    except OSError:
        # File systems that cannot: then the threshold alone is kept.
        with contextlib.suppress(OSError):
            temporary.unlink()
