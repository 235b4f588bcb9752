"""One stream tells all of a study: what it is, and each trial that changed."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import orjson
import pytest
from rest_framework.test import APIClient

from backend.tuning.models import Study
from backend.tuning.stream import study_stream
from tests.backend.conftest import make_world, ok
from tests.backend.training.test_runs import freeze
from tests.backend.tuning.test_progress import end_trial, propose
from tests.backend.tuning.test_studies import request

pytestmark = pytest.mark.django_db(transaction=True)


def read(study_id: UUID, after: int = -1) -> list[tuple[str, int, Any]]:
    """Read a stream to its end; return event, revision and data of each message."""

    async def collect() -> bytes:
        return b"".join([piece async for piece in study_stream(study_id=study_id, after=after)])

    messages = []
    for block in asyncio.run(collect()).decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] != ":")
        if "event" in fields:
            messages.append((fields["event"], int(fields["id"]), orjson.loads(fields["data"])))
    return messages


def finished() -> Study:
    """Return a study of two trials that has ended."""
    world = make_world()
    client = APIClient()
    client.force_login(world.owner)
    body = request(world, freeze(world, per_split=4), max_trials=2)
    study = Study.objects.get(id=ok(client.post("/api/v1/studies", body), 202)["id"])
    propose(study)
    end_trial(study, 0, "succeeded", [0.4, 0.6])
    end_trial(study, 1, "failed")
    return study


def test_a_stream_tells_each_trial_and_the_study_and_ends_with_it() -> None:
    study = finished()
    messages = read(study.id)
    kinds = [kind for kind, _, _ in messages]
    assert kinds == ["trial", "trial", "study"]
    curves = {data["number"]: data["curve"] for kind, _, data in messages if kind == "trial"}
    assert curves == {0: [[1, 0.4], [2, 0.6]], 1: []}
    _, revision, shown = messages[-1]
    assert (shown["state"], shown["best_trial"]["score"]) == ("finished", 0.6)
    assert revision == study.revision


def test_a_stream_that_was_cut_goes_on_with_what_has_changed_since() -> None:
    study = finished()
    trial = study.trials.get(number=0)
    assert [kind for kind, _, _ in read(study.id, after=trial.revision)] == ["trial", "study"]
    assert read(study.id, after=study.revision) == []


def test_a_stream_of_a_study_that_is_gone_ends() -> None:
    assert read(UUID(int=0)) == []
