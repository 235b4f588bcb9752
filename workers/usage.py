"""Watches what model servers use, and writes it down once a minute."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from backend.deployments.contracts.servers import REVISION, Server
from backend.deployments.services.usage import Used, add_usage
from workers.launchers.launcher import Handle, Launcher

LOOK_SECONDS = 10.0
WRITE_SECONDS = 60.0


@dataclass
class _Watched:
    """A model server: its process, what was seen of it last, and what is not written yet."""

    handle: Handle
    at: float
    cpu_seconds: float
    used_seconds: float = 0.0
    used_cpu_seconds: float = 0.0
    memory_bytes: int = 0


class UsageMeter:
    """Looks at the model servers of revisions every ten seconds.

    What a process used before the first look at it counts nowhere.
    """

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._watched: dict[UUID, _Watched] = {}
        self._looked_at = float("-inf")
        self._written_at = time.monotonic()

    def look(self, servers: Iterable[Server]) -> None:
        """Look at those that run, if it is time to, and write what they used."""
        now = time.monotonic()
        if now - self._looked_at < LOOK_SECONDS:
            return
        self._looked_at = now
        for server in servers:
            if server.kind == REVISION and server.handle is not None:
                self._look(server.id, Handle(server.handle), now)
        if now - self._written_at >= WRITE_SECONDS:
            self.write()

    def write(self) -> None:
        """Write what was used since this was done last; forget those that are gone."""
        self._written_at = time.monotonic()
        used = [
            Used(revision_id, one.used_seconds, one.used_cpu_seconds, one.memory_bytes)
            for revision_id, one in self._watched.items()
            if one.used_seconds > 0
        ]
        if used:
            add_usage(used, time=timezone.now())
        self._watched = {
            revision_id: _Watched(one.handle, one.at, one.cpu_seconds)
            for revision_id, one in self._watched.items()
            if one.at == self._looked_at
        }

    def _look(self, revision_id: UUID, handle: Handle, now: float) -> None:
        usage = self._launcher.usage(handle)
        if usage is None:
            return
        before = self._watched.get(revision_id)
        if before is None or before.handle != handle:
            # One that was started again begins anew; what the one before used stays.
            before = before or _Watched(handle, now, usage.cpu_seconds)
            before.handle, before.at, before.cpu_seconds = handle, now, usage.cpu_seconds
            self._watched[revision_id] = before
            return
        before.used_seconds += now - before.at
        # A process that ended between two looks at its parent is counted a look later.
        before.used_cpu_seconds += max(0.0, usage.cpu_seconds - before.cpu_seconds)
        before.memory_bytes = max(before.memory_bytes, usage.memory_bytes)
        before.at, before.cpu_seconds = now, max(before.cpu_seconds, usage.cpu_seconds)
