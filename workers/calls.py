"""Counts what gateways and model servers wrote down: calls, and what shadows said to copies."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar
from uuid import UUID

import pydantic

from backend.deployments.services.counting import count_calls
from backend.deployments.services.log_parts import forget_log, log_offset
from backend.deployments.services.shadow_counting import count_shadows
from engine.specs.drift import WindowPart
from engine.specs.gateway import ShadowRecord
from engine.specs.serving import CallRecord

logger = logging.getLogger(__name__)

MAX_READ_BYTES = 4 * 1024 * 1024
IDLE_SECONDS = 60.0

Line = TypeVar("Line", CallRecord, ShadowRecord, WindowPart)
Counted = TypeVar("Counted", CallRecord, ShadowRecord, WindowPart, contravariant=True)


class Counting(Protocol[Counted]):
    """Counts the lines of a part of a log; once only, whoever tries."""

    def __call__(
        self, *, deployment_id: UUID, file: str, begin: int, end: int, calls: Sequence[Counted]
    ) -> bool: ...


def count_new_calls(*, deployment_id: UUID, folder: Path) -> None:
    """Count what stands beyond the counted part of each log of calls and of shadows in a folder."""
    Logs(deployment_id, folder, "calls", CallRecord, count_calls).count()
    Logs(deployment_id, folder, "shadows", ShadowRecord, count_shadows).count()


@dataclass(frozen=True)
class Logs(Generic[Line]):
    """The logs of one kind in a folder where something of an endpoint is written down.

    A log is known by its inode, because a full one is renamed: to ``calls-<process>.<n>.jsonl``,
    after which nothing is written to it. One that is idle is renamed here; its process, if it
    lives, begins another, for it opens the log by its name each time. A renamed log that is counted
    to its end is deleted.
    """

    deployment_id: UUID
    folder: Path
    kind: str
    record: type[Line]
    counting: Counting[Line]

    def count(self) -> None:
        """Count what stands beyond the counted part of each log."""
        for path in self.folder.glob(f"{self.kind}-*.counted"):
            self._delete(path)
        for path in sorted(self.folder.glob(f"{self.kind}-*.jsonl")):
            is_closed = path.name.count(".") > 1
            try:
                end = self._count(path)
            except FileNotFoundError:
                # Renamed between the listing and the reading; the next look finds it.
                continue
            if not is_closed:
                _close_if_idle(path)
            elif end == path.stat().st_size:
                self._delete(path.rename(path.with_suffix(".counted")))

    def _count(self, path: Path) -> int:
        file = str(path.stat().st_ino)
        begin = log_offset(deployment_id=self.deployment_id, file=file)
        with path.open("rb") as log:
            log.seek(begin)
            data = log.read(MAX_READ_BYTES)
        # The last line may be written half.
        size = data.rfind(b"\n") + 1
        if size == 0:
            return begin
        lines = [line for each in data[:size].splitlines() if (line := self._parse(each))]
        end = begin + size
        self.counting(
            deployment_id=self.deployment_id, file=file, begin=begin, end=end, calls=lines
        )
        return end

    def _parse(self, line: bytes) -> Line | None:
        try:
            return self.record.model_validate_json(line)
        except pydantic.ValidationError:
            logger.warning("call line unreadable", extra={"bytes": len(line)})
            return None

    def _delete(self, path: Path) -> None:
        """Delete a log that is counted and is named so.

        By its name nobody counts it again while its offset is forgotten and it still lies there,
        and its inode is no other file's before the offset is forgotten: whoever is killed between
        these steps leaves them to the next.
        """
        forget_log(deployment_id=self.deployment_id, file=str(path.stat().st_ino))
        path.unlink()


def _close_if_idle(path: Path) -> None:
    written = path.stat().st_mtime
    # By the second of its last line: its process may have renamed others in the meantime.
    if time.time() - written > IDLE_SECONDS:
        path.rename(path.with_suffix(f".idle{written:.0f}.jsonl"))
