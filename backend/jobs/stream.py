"""The live stream of one job as server-sent events.

The rows are polled; a stream holds no thread and no connection between polls. All polls of a
process share two threads, each with one database connection that is closed after use.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import orjson
from django.db import close_old_connections

from backend.jobs import selectors
from backend.jobs.contracts import JobView
from backend.jobs.models import Job
from backend.jobs.serializers import JobSerializer

POLL_SECONDS = 0.5
HEARTBEAT_SECONDS = 15.0
MAX_EVENTS_PER_POLL = 500

_POLLERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="job-stream")


async def event_stream(*, job_id: UUID, after: int) -> AsyncIterator[bytes]:
    """Yield the events beyond ``after`` and each new state of the job, until its final state.

    The event number is the SSE id, so that a browser resumes by itself. ``state`` events carry no
    id. Comment lines keep proxies from closing a quiet connection.
    """
    loop = asyncio.get_running_loop()
    shown: bytes | None = None
    spoke_at = time.monotonic()
    yield b"retry: 2000\n\n"
    while True:
        events, job = await loop.run_in_executor(_POLLERS, _poll, job_id, after)
        spoke = bool(events)
        for number, kind, data in events:
            yield _message(kind, orjson.dumps(data), number)
            after = number
        if len(events) == MAX_EVENTS_PER_POLL:
            continue
        if job is None:
            return
        body = orjson.dumps(JobSerializer(job).data, default=str)
        if body != shown:
            yield _message("state", body)
            shown, spoke = body, True
        if job.is_finished:
            return
        if spoke:
            spoke_at = time.monotonic()
        elif time.monotonic() - spoke_at >= HEARTBEAT_SECONDS:
            yield b": still here\n\n"
            spoke_at = time.monotonic()
        await asyncio.sleep(POLL_SECONDS)


def _poll(job_id: UUID, after: int) -> tuple[list[tuple[int, str, Any]], JobView | None]:
    """Read the job first and its events after, so that a final state never hides events."""
    try:
        job = Job.objects.select_related("requested_by").filter(id=job_id).first()
        if job is None:
            return [], None
        rows: list[tuple[int, str, Any]] = []
        if job.num_events > after:
            events = selectors.list_events(job_id=job_id, after=after).order_by("number")
            rows = list(events.values_list("number", "kind", "data")[:MAX_EVENTS_PER_POLL])
        return rows, selectors.views_of([job])[0]
    finally:
        close_old_connections()


def _message(kind: str, data: bytes, number: int | None = None) -> bytes:
    identity = b"" if number is None else f"id: {number}\n".encode()
    return identity + f"event: {kind}\n".encode() + b"data: " + data + b"\n\n"
