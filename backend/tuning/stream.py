"""The live stream of one study as server-sent events.

As with jobs, the rows are polled and a stream holds no thread and no connection between polls.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import orjson
from django.db import close_old_connections

from backend.tuning.models import Study
from backend.tuning.selectors import studies, trials
from backend.tuning.serializers import StudySerializer, TrialDetailSerializer

POLL_SECONDS = 1.0
HEARTBEAT_SECONDS = 15.0
MAX_TRIALS_PER_POLL = 200

_POLLERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="study-stream")


async def study_stream(*, study_id: UUID, after: int) -> AsyncIterator[bytes]:
    """Yield the study and its trials as they change after a revision, until all has ended."""
    loop = asyncio.get_running_loop()
    spoke_at = time.monotonic()
    yield b"retry: 2000\n\n"
    while True:
        messages, after, is_over = await loop.run_in_executor(_POLLERS, _poll, study_id, after)
        for message in messages:
            yield message
        if is_over:
            return
        if messages:
            spoke_at = time.monotonic()
        elif time.monotonic() - spoke_at >= HEARTBEAT_SECONDS:
            yield b": still here\n\n"
            spoke_at = time.monotonic()
        await asyncio.sleep(POLL_SECONDS)


def _poll(study_id: UUID, after: int) -> tuple[list[bytes], int, bool]:
    """Return what is new, the revision up to which that is all, and whether nothing will come.

    The study is read first: a trial that changes meanwhile is found again by the next poll.
    """
    try:
        study = Study.objects.select_related("created_by").filter(id=study_id).first()
        if study is None:
            return [], after, True
        is_over = study.state != Study.State.RUNNING and not trials.active_trials(study)
        if study.revision <= after:
            return [], after, is_over
        changed = trials.changed_trials(study=study, after=after, limit=MAX_TRIALS_PER_POLL)
        messages = [
            _message("trial", TrialDetailSerializer(view).data, view.revision)
            for view in trials.views_of(changed, study)
        ]
        if len(changed) == MAX_TRIALS_PER_POLL:
            return messages, changed[-1].revision, False
        shown = StudySerializer(studies.views_of([study])[0]).data
        return [*messages, _message("study", shown, study.revision)], study.revision, is_over
    finally:
        close_old_connections()


def _message(kind: str, data: object, revision: int) -> bytes:
    body = orjson.dumps(data, default=str)
    return f"id: {revision}\nevent: {kind}\n".encode() + b"data: " + body + b"\n\n"
