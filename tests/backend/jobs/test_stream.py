"""A stream resumes where it was cut, and ends with the job."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from django.contrib.sessions.models import Session
from django.db import connections
from rest_framework.test import APIClient

from backend.accounts.contracts import Watcher
from backend.accounts.models import ApiKey, Membership, Role, User
from backend.api import streams
from backend.config.streams import STREAM, with_streams
from backend.jobs.contracts import NewEvent
from backend.jobs.models import Job
from backend.jobs.services import lifecycle
from backend.jobs.stream import JobSource, event_stream
from tests.backend.conftest import World, make_user, make_world
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


def watch_running(
    world: World,
    watchers: list[Watcher],
    act: Callable[[], None],
    until: Callable[[Sequence[bytes | None]], bool],
) -> Sequence[bytes | None]:
    """Watch a running job; return what each was told, ``None`` once shown out.

    The act comes when everybody watches; the watching ends when what they were told is as
    ``until`` wants it, or after 20 seconds.
    """
    job = make_job(world)
    lifecycle.claim_job(job_id=job.id, worker="one")
    told: list[bytes | None] = [None] * len(watchers)

    async def one(place: int) -> None:
        stream = event_stream(job_id=job.id, after=0, watcher=watchers[place])
        try:
            async for piece in stream:
                told[place] = (told[place] or b"") + piece
            told[place] = None
        finally:
            await stream.aclose()

    async def reached(is_reached: Callable[[Sequence[bytes | None]], bool]) -> None:
        deadline = time.monotonic() + 20
        while not is_reached(told) and time.monotonic() < deadline:
            await asyncio.sleep(0.02)

    async def all_of_them() -> None:
        watching = [asyncio.create_task(one(place)) for place in range(len(watchers))]
        await reached(lambda told: None not in told)
        await asyncio.to_thread(_in_thread, act)
        await reached(until)
        found = list(told)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        told[:] = found

    asyncio.run(all_of_them())
    return told


def _in_thread(act: Callable[[], None]) -> None:
    try:
        act()
    finally:
        connections.close_all()


def watcher_for(user: User, world: World, **proof: object) -> Watcher:
    """Return somebody who watches."""
    return Watcher(user_id=user.id, organisation_id=world.organisation.id, **proof)  # type: ignore[arg-type]


def test_whoever_may_not_watch_any_more_is_shown_out(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "ADMISSION_SECONDS", 0.1)
    monkeypatch.setattr(streams, "POLL_SECONDS", 0.1)
    world = make_world()
    stays, removed, lowered = (make_user(f"{name}@x.example") for name in ("a", "b", "c"))
    for user in (stays, removed, lowered):
        Membership.objects.create(organisation=world.organisation, user=user, role=Role.VIEWER)
    client = APIClient()
    client.force_login(stays)
    session_key = client.session.session_key
    shared = {"user": stays, "organisation": world.organisation, "name": "k", "prefix": "k"}
    kept, revoked = (ApiKey.objects.create(sha256=name, **shared) for name in ("kept", "revoked"))
    other = APIClient()
    other.force_login(stays)
    ended = other.session.session_key

    def act() -> None:
        Membership.objects.filter(user=removed).delete()
        Membership.objects.filter(user=lowered).update(role=Role.CONTRIBUTOR)
        ApiKey.objects.filter(id=revoked.id).update(revoked_at=datetime.now(UTC))
        Session.objects.filter(session_key=ended).delete()

    told = watch_running(
        world,
        [
            watcher_for(stays, world, session_key=session_key),
            watcher_for(stays, world, key_id=kept.id),
            watcher_for(stays, world, session_key=ended),
            watcher_for(stays, world, key_id=revoked.id),
            watcher_for(removed, world),
            watcher_for(lowered, world),
        ],
        act,
        until=lambda told: told[2:] == [None] * 4,
    )
    assert [one is not None for one in told] == [True, True, False, False, False, False]


def test_everybody_who_watches_a_job_shares_one_reader(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "POLL_SECONDS", 0.1)
    world = make_world()
    reads = []
    read = JobSource.read

    def counted(self: JobSource, after: int) -> streams.News:
        reads.append(after)
        return read(self, after)

    monkeypatch.setattr(JobSource, "read", counted)

    def act() -> None:
        job = Job.objects.get()
        events = [NewEvent("log", {"message": text}, datetime.now(UTC)) for text in "ab"]
        lifecycle.record_events(job_id=job.id, worker="one", events=events)

    watchers = [watcher_for(world.owner, world) for _ in range(50)]
    began = time.monotonic()
    told = watch_running(
        world,
        watchers,
        act,
        until=lambda told: all(one is not None and one.count(b"event: log") == 2 for one in told),
    )
    assert all(one is not None and one.count(b"event: log") == 2 for one in told)
    # One each to begin with, and then one for all, ten times a second.
    seconds = time.monotonic() - began
    assert len(reads) < 50 + 2 + 10 * seconds


def test_a_stream_goes_on_without_the_thread_of_its_request() -> None:
    sent: list[Any] = []

    async def pieces() -> AsyncGenerator[bytes, None]:
        yield b"one"
        yield b"two"

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        scope[STREAM].append(pieces())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        sent.append("the request is over")

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message.get("body", message["type"]))

    scope: Any = {"type": "http", "path": "/api/v1/jobs/1/stream"}
    asyncio.run(with_streams(inner)(scope, receive, send))
    assert sent == ["the request is over", "http.response.start", b"one", b"two", b""]
