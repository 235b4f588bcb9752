"""Counts the calls that model servers wrote down."""

from __future__ import annotations

import logging
from pathlib import Path
from uuid import UUID

import psutil
import pydantic

from backend.deployments.services.statistics import count_calls, forget_log, log_offset
from engine.specs.serving import CallRecord

logger = logging.getLogger(__name__)

MAX_READ_BYTES = 4 * 1024 * 1024


def count_new_calls(*, deployment_id: UUID, folder: Path) -> None:
    """Count what stands beyond the counted part of each call log of a server.

    A log is known by its inode, because a full one is renamed. A log that is counted to its end is
    deleted once nothing is written to it any more: it was renamed, or its process is gone.
    """
    for path in sorted(folder.glob("calls-*.jsonl")):
        is_closed = _is_closed(path)
        try:
            file = str(path.stat().st_ino)
            end = _count(deployment_id, path, file)
        except FileNotFoundError:
            # Renamed between the listing and the reading; the next look finds it.
            continue
        if is_closed and end == path.stat().st_size:
            path.unlink()
            forget_log(deployment_id=deployment_id, file=file)


def _is_closed(path: Path) -> bool:
    """Tell whether ``calls-<pid>.jsonl`` or ``calls-<pid>.<n>.jsonl`` is written no more."""
    name = path.name.split(".")
    return len(name) > 2 or not psutil.pid_exists(int(name[0].removeprefix("calls-")))


def _count(deployment_id: UUID, path: Path, file: str) -> int:
    begin = log_offset(deployment_id=deployment_id, file=file)
    with path.open("rb") as log:
        log.seek(begin)
        data = log.read(MAX_READ_BYTES)
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
