"""Follow ``events.jsonl``, the only thing that the engine says about its work."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Callable

Event = Mapping[str, Any]
"""A line of the file: ``kind``, ``seq``, ``time`` and what its kind has beside them."""

Listener = Callable[[Event], None]


class EventFile:
    """Reads the lines that appear in a file from now on.

    Args:
        path: need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._place = path.stat().st_size if path.exists() else 0

    def new(self) -> Iterator[Event]:
        """Yield the whole lines since the last call."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._place)
            content = file.read()
        whole = content[: content.rfind(b"\n") + 1]
        self._place += len(whole)
        for line in whole.splitlines():
            yield json.loads(line)
