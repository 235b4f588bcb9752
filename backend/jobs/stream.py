"""The live stream of one job as server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Hashable
from uuid import UUID

import orjson
from django.db import close_old_connections

from backend.accounts.contracts import Role, Watcher
from backend.accounts.selectors import still_admitted
from backend.api.streams import News, watch
from backend.jobs import selectors
from backend.jobs.contracts.serializers import JobSerializer

MAX_EVENTS_PER_POLL = 500


class JobSource:
    """A job's events and its state."""

    def __init__(self, job_id: UUID) -> None:
        self.key: Hashable = ("job", job_id)
        self._job_id = job_id

    def read(self, after: int) -> News:
        """Read the job first and its events after, so that a final state never hides events."""
        try:
            job = selectors.watched_job(job_id=self._job_id)
            if job is None:
                return News(b"", after, is_over=True)
            rows = []
            if job.num_events > after:
                events = selectors.list_events(job_id=job.id, after=after).order_by("number")
                fields = ("number", "kind", "created_at", "data")
                rows = list(events.values_list(*fields)[:MAX_EVENTS_PER_POLL])
            messages = b"".join(
                _message(kind, orjson.dumps({"time": time, **data}), number)
                for number, kind, time, data in rows
            )
            reached = rows[-1][0] if rows else after
            # The state is told only with the last events: a final one would end the stream before
            # them.
            if len(rows) == MAX_EVENTS_PER_POLL:
                return News(messages, reached, has_more=True)
            view = selectors.views_of([job])[0]
            body = orjson.dumps(JobSerializer(view).data, default=str)
            return News(messages, reached, _message("state", body), is_over=view.is_finished)
        finally:
            close_old_connections()

    def admitted(self, watchers: set[Watcher]) -> set[Watcher]:
        """Return those who may still see the project."""
        return still_admitted(watchers, minimum=Role.VIEWER)


def event_stream(
    *, job_id: UUID, after: int, watcher: Watcher | None = None
) -> AsyncGenerator[bytes, None]:
    """Yield the events beyond ``after`` and each new state of the job, until its final state.

    The event number is the SSE id, so that a browser resumes by itself. ``state`` events carry no
    id.
    """
    return watch(JobSource(job_id), after=after, watcher=watcher)


def _message(kind: str, data: bytes, number: int | None = None) -> bytes:
    identity = b"" if number is None else f"id: {number}\n".encode()
    return identity + f"event: {kind}\n".encode() + b"data: " + data + b"\n\n"
