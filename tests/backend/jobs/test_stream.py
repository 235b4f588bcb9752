"""A stream resumes where it was cut, and ends with the job."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import orjson
import pytest

from backend.jobs import lifecycle
from backend.jobs.contracts import NewEvent
from backend.jobs.models import Job
from backend.jobs.stream import event_stream
from tests.backend.conftest import make_world
from tests.backend.jobs.test_lifecycle import make_job


def read(job: Job, after: int) -> list[tuple[str, str, object]]:
    """Read a stream to its end; return event, id and data of each message."""

    async def collect() -> bytes:
        return b"".join([piece async for piece in event_stream(job_id=job.id, after=after)])

    messages = []
    for block in asyncio.run(collect()).decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] != ":")
        if "event" in fields:
            messages.append((fields["event"], fields.get("id", ""), orjson.loads(fields["data"])))
    return messages


@pytest.fixture
def finished_job(transactional_db: None) -> Job:
    """A job that said three things and succeeded."""
    job = make_job(make_world())
    lifecycle.claim_job(job_id=job.id, worker="one")
    events = [NewEvent("log", {"message": text}, datetime.now(UTC)) for text in "abc"]
    lifecycle.record_events(job_id=job.id, worker="one", events=events)
    lifecycle.finish_job(job_id=job.id, worker="one")
    return job


def test_a_stream_tells_everything_and_ends_with_the_final_state(finished_job: Job) -> None:
    messages = read(finished_job, after=0)
    assert [(kind, number) for kind, number, _ in messages] == [
        ("log", "1"),
        ("log", "2"),
        ("log", "3"),
        ("state", ""),
    ]
    state = messages[-1][2]
    assert isinstance(state, dict)
    assert state["state"] == "succeeded"


def test_a_stream_resumes_after_the_last_event_that_was_seen(finished_job: Job) -> None:
    assert [number for _, number, _ in read(finished_job, after=2)] == ["3", ""]


def test_a_stream_of_a_job_that_is_deleted_ends(finished_job: Job) -> None:
    job_id = finished_job.id
    finished_job.delete()
    finished_job.id = job_id
    assert read(finished_job, after=0) == []
