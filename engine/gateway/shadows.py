"""Copies of calls for shadow revisions, whose answers are compared and never returned."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import orjson

from engine.gateway.comparison import agreement
from engine.gateway.revisions import Revision
from engine.serving.calls import CALL_HEADER, Call
from engine.serving.files import append_lines
from engine.serving.forwarding.upstream import AllLost, Asked, NoReplica, Response, ask_any

logger = logging.getLogger(__name__)

MAX_IN_FLIGHT = 16
TIMEOUT_SECONDS = 30.0

_random = random.Random()
"""Seeded by the system."""


@dataclass(frozen=True)
class Compared:
    """What a shadow answered, beside the answer that was returned.

    ``agreement`` is 0 to 1, ``None`` when one of the answers holds no results.
    """

    revision: int
    response: Response
    agreement: float | None


class Shadows:
    """Asks shadows what they would have answered, as far as that holds up nobody.

    ``num_dropped`` counts copies that were left out because too many were under way.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tasks: set[asyncio.Task[Compared]] = set()
        self._lines: list[bytes] = []
        self.num_dropped = 0

    def ask(
        self, shadow: Revision, asked: Asked, call: Call, response: Response, share: float
    ) -> asyncio.Task[Compared] | None:
        """Send a copy of a share of the calls; the task returns what came of it."""
        if share < 1 and _random.random() >= share:
            return None
        if len(self._tasks) >= MAX_IN_FLIGHT:
            self.num_dropped += 1
            return None
        task = asyncio.get_running_loop().create_task(self._ask(shadow, asked, call, response))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def drain(self) -> None:
        """Wait for the copies that are under way."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=TIMEOUT_SECONDS)

    def flush(self) -> None:
        """Write what was compared; whole lines only, in one write."""
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        self._folder.mkdir(parents=True, exist_ok=True)
        append_lines(self._folder / f"shadows-{os.getpid()}.jsonl", b"".join(lines))

    async def _ask(
        self, shadow: Revision, asked: Asked, call: Call, response: Response
    ) -> Compared:
        started = time.perf_counter()
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                other = await ask_any(lambda: shadow.targets, asked, patience_seconds=0)
        except (NoReplica, AllLost, TimeoutError):
            other = Response(503, [], b"")
        latency_ms = (time.perf_counter() - started) * 1e3
        shadow.note(latency_ms, failed=other.status >= 500)
        known = _summary(other)
        agreed = agreement(response.body, other.body)
        if agreed is None and call.top_label is not None and known.get("top_label") is not None:
            agreed = float(call.top_label == known["top_label"])
        self._lines.append(
            orjson.dumps(
                {
                    "time": datetime.now(UTC),
                    "log_id": call.log_id,
                    "revision": call.revision,
                    "shadow_revision": shadow.number,
                    "status": other.status,
                    "latency_ms": round(latency_ms, 3),
                    "agreement": agreed,
                    "top_label": call.top_label,
                    "shadow_top_label": known.get("top_label"),
                },
                option=orjson.OPT_APPEND_NEWLINE,
            )
        )
        return Compared(shadow.number, other, agreed)


def _summary(response: Response) -> dict[str, object]:
    for name, value in response.headers:
        if name == CALL_HEADER:
            document: dict[str, object] = orjson.loads(value)
            return document
    return {}
