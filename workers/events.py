"""Reads ``events.jsonl`` while a process writes it."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from backend.jobs.contracts import NewEvent

logger = logging.getLogger(__name__)

MAX_READ_BYTES = 4 * 1024 * 1024
# Only the newest of these in one reading is news; the older ones would fill the table.
_LATEST_ONLY = frozenset({"progress", "resources"})


@dataclass(frozen=True)
class Reading:
    """Whole lines read at once, and where in the file they begin and end."""

    events: tuple[NewEvent, ...]
    begin: int
    end: int


def read_events(path: Path, offset: int) -> Reading:
    """Read the whole lines that stand beyond ``offset``.

    A last line without its line break is still being written, or was torn by a kill; a torn line
    is passed over once a whole one follows it. A file shorter than ``offset`` has nothing new.
    """
    try:
        with path.open("rb") as file:
            file.seek(offset)
            data = file.read(MAX_READ_BYTES)
    except FileNotFoundError:
        return Reading((), offset, offset)
    end = data.rfind(b"\n") + 1
    events = [event for line in data[:end].splitlines() if (event := _parse(line)) is not None]
    return Reading(tuple(_without_stale(events)), offset, offset + end)


@dataclass(frozen=True)
class Outcome:
    """The last words of a process: its ``finished`` status and the last error it named."""

    status: str | None
    error: Mapping[str, Any] | None


def read_outcome(path: Path, offset: int) -> Outcome:
    """Return how the process that began writing at ``offset`` says it ended."""
    status: str | None = None
    error: Mapping[str, Any] | None = None
    while True:
        reading = read_events(path, offset)
        for event in reading.events:
            if event.kind == "error":
                error = event.data
            elif event.kind == "finished":
                status = str(event.data["status"])
        if reading.end == offset:
            return Outcome(status, error)
        offset = reading.end


def worker_event(kind: str, **data: Any) -> NewEvent:
    """Return an event that the worker itself has to say."""
    return NewEvent(kind=kind, data=data, created_at=datetime.now(UTC))


def _parse(line: bytes) -> NewEvent | None:
    try:
        fields = dict(json.loads(line))
        kind = str(fields.pop("kind"))
        fields.pop("seq", None)
        return NewEvent(kind, fields, datetime.fromisoformat(fields.pop("time")))
    except (ValueError, KeyError, TypeError):
        logger.warning("event line unreadable", extra={"bytes": len(line)})
        return None


def _without_stale(events: list[NewEvent]) -> list[NewEvent]:
    last = {event.kind: index for index, event in enumerate(events)}
    return [
        event
        for index, event in enumerate(events)
        if event.kind not in _LATEST_ONLY or last[event.kind] == index
    ]
