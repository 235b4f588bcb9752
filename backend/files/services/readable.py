"""The files of samples for work that goes on without those that cannot be read, and names them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from backend.api.errors import Conflict, NotAllowed, NotFound
from backend.files.contracts.keys import key_of
from backend.files.services.local import bring_here
from backend.files.services.rounds import damaged_files

# As many names as a page has room for; all are counted.
_NUM_NAMED = 10
_NOTE = "unreadable.json"


class ReadableFiles:
    """Has the files of samples below ``local_root`` and gathers the names of those that it has not.

    Such are files that are missing or known to be damaged, and those that stay where they were
    taken in and were changed there or may not be read any more.
    """

    def __init__(self) -> None:
        self._damaged = damaged_files()
        self._names: list[str] = []
        self._num = 0

    def key(self, *, sha256: str, name: str) -> str | None:
        """Return the key of a sample's file, ``None`` when it cannot be read; ``name`` is kept."""
        key = key_of(sha256)
        if sha256 not in self._damaged:
            try:
                bring_here(key)
                return key
            except (NotFound, Conflict, NotAllowed):
                # It is named with the others.
                pass
        self._num += 1
        if len(self._names) < _NUM_NAMED:
            self._names.append(name)
        return None

    def note(self, folder: Path) -> None:
        """Write down in the folder of a job which files could not be read."""
        content = {"unreadable": self._names, "num_unreadable": self._num} if self._num else {}
        (folder / _NOTE).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def nowhere(sha256: str) -> str:
    """Return a path where nothing lies: whoever opens it says of its sample that it is unreadable.

    A damaged file lies at its own key, and would be taken for a good one.
    """
    return f"{key_of(sha256)}.unreadable"


def unreadable_of(folder: Path) -> dict[str, Any]:
    """Return what was noted in the folder of a job, for its result: names and their number."""
    path = folder / _NOTE
    found: dict[str, Any] = json.loads(path.read_bytes()) if path.is_file() else {}
    return found
