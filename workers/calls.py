"""Counts the calls that model servers wrote down."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from uuid import UUID

import pydantic

from backend.deployments.services.counting import count_calls, forget_log, log_offset
from engine.specs.serving import CallRecord

logger = logging.getLogger(__name__)

MAX_READ_BYTES = 4 * 1024 * 1024
IDLE_SECONDS = 60.0


def count_new_calls(*, deployment_id: UUID, folder: Path) -> None:
    """Count what stands beyond the counted part of each call log of a server.

    A log is known by its inode, because a full one is renamed: to ``calls-<process>.<n>.jsonl``,
    after which nothing is written to it. One that is idle is renamed here; its process, if it
    lives, begins another, for it opens the log by its name each time. A renamed log that is counted
    to its end is deleted.
    """
    for path in sorted(folder.glob("calls-*.jsonl")):
        is_closed = path.name.count(".") > 1
        try:
            file = str(path.stat().st_ino)
            end = _count(deployment_id, path, file)
        except FileNotFoundError:
            # Renamed between the listing and the reading; the next look finds it.
            continue
        if not is_closed:
            _close_if_idle(path)
        elif end == path.stat().st_size:
            path.unlink()
            forget_log(deployment_id=deployment_id, file=file)


def _close_if_idle(path: Path) -> None:
    written = path.stat().st_mtime
    # By the second of its last line: its process may have renamed others in the meantime.
    if time.time() - written > IDLE_SECONDS:
        path.rename(path.with_suffix(f".idle{written:.0f}.jsonl"))


def _count(deployment_id: UUID, path: Path, file: str) -> int:
    begin = log_offset(deployment_id=deployment_id, file=file)
    with path.open("rb") as log:
        log.seek(begin)
        data = log.read(MAX_READ_BYTES)
    # The last line may be written half.
    size = data.rfind(b"\n") + 1
    if size == 0:
        return begin
    calls = [call for line in data[:size].splitlines() if (call := _parse(line)) is not None]
    count_calls(deployment_id=deployment_id, file=file, begin=begin, end=begin + size, calls=calls)
    return begin + size


def _parse(line: bytes) -> CallRecord | None:
    try:
        return CallRecord.model_validate_json(line)
    except pydantic.ValidationError:
        logger.warning("call line unreadable", extra={"bytes": len(line)})
        return None
