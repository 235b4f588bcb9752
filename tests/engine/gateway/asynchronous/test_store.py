"""The files of asynchronous predictions: whole or not at all, held by one, deleted in time."""

from __future__ import annotations

import os
import resource
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.gateway.asynchronous.ids import is_id, new_id
from engine.gateway.asynchronous.store import FORGOTTEN_SECONDS, UNUSED_SECONDS, Store
from engine.specs.asynchronous import FinishedPrediction, WaitingPrediction

HOUR = 3600.0


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return an empty store."""
    return Store(tmp_path)


def _waiting() -> WaitingPrediction:
    return WaitingPrediction(
        id=new_id(), caller="key-1", created_at=datetime.now(UTC), request_id="r"
    )


def _finished(record: WaitingPrediction) -> FinishedPrediction:
    now = datetime.now(UTC)
    return FinishedPrediction(
        id=record.id,
        caller=record.caller,
        status="succeeded",
        created_at=record.created_at,
        started_at=now,
        finished_at=now,
    )


def _age(path: Path, seconds: float) -> None:
    os.utime(path, (time.time() - seconds,) * 2)


def test_ids_sort_by_time_and_only_they_have_their_form() -> None:
    ids = [new_id()]
    while len(ids) < 5:
        made = new_id()
        # Those of one millisecond come in any order.
        if made[:13] != ids[-1][:13]:
            ids.append(made)
    assert ids == sorted(ids)
    assert all(is_id(one) for one in ids)
    assert not any(is_id(one) for one in (ids[0].upper(), ids[0] + "\n", f"../{ids[0]}", ""))


def test_a_call_is_held_by_one_at_a_time_and_by_nobody_once_it_is_settled(store: Store) -> None:
    record = _waiting()
    store.accept(record, b"input")
    assert store.waiting() == {record.id: 5}
    claim = store.claim(record.id)
    assert claim is not None
    assert store.claim(record.id) is None
    claim.release()
    again = store.claim(record.id)
    assert again is not None
    store.settle(record.id)
    again.release()
    assert store.claim(record.id) is None
    assert store.waiting() == {}


def test_there_are_only_so_many_places(store: Store) -> None:
    first, second = store.take_place(2), store.take_place(2)
    assert first is not None
    assert second is not None
    assert store.take_place(2) is None
    first.release()
    assert store.take_place(2) is not None


def test_what_does_not_fit_on_the_disk_leaves_nothing_behind(store: Store, tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk: the same call of the system fails."""
    record = _waiting()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            store.accept(record, b"x" * 200_000)
        store.accept(record, b"x")
        with pytest.raises(OSError, match="File too large"):
            store.finish(_finished(record), b"x" * 200_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert store.find_finished(record.id) is None
    assert {one.name for one in tmp_path.rglob("*.*")} == {
        f"{record.id}.input",
        f"{record.id}.json",
    }


def test_results_and_what_was_left_are_deleted_in_time(store: Store, tmp_path: Path) -> None:
    fresh, old, waits, forgotten = (_waiting() for _ in range(4))
    for one in (fresh, old):
        store.finish(_finished(one), b"result")
    _age(tmp_path / "finished" / f"{old.id}.json", HOUR + 1)
    for one in (waits, forgotten):
        store.accept(one, b"input")
    _age(tmp_path / "waiting" / f"{waits.id}.json", HOUR + 1)
    _age(tmp_path / "waiting" / f"{waits.id}.input", HOUR + 1)
    _age(tmp_path / "waiting" / f"{forgotten.id}.json", FORGOTTEN_SECONDS + 1)
    for name in ("waiting/.half.json.12", "waiting/alone.input", "finished/alone.result"):
        (tmp_path / name).write_bytes(b"x")
        _age(tmp_path / name, UNUSED_SECONDS + 1)
    (tmp_path / "waiting" / "new.input").write_bytes(b"x")
    store.delete_old(HOUR)
    assert store.find_waiting(forgotten.id) is not None
    store.forget_waiting()
    assert {one.name for one in tmp_path.rglob("*.*")} == {
        f"{fresh.id}.json",
        f"{fresh.id}.result",
        f"{waits.id}.json",
        f"{waits.id}.input",
        "new.input",
    }
    assert store.num_finished_bytes() == sum(
        one.stat().st_size for one in (tmp_path / "finished").iterdir()
    )


def test_the_first_outcome_of_a_call_is_the_only_one(store: Store, tmp_path: Path) -> None:
    record = _waiting()
    store.accept(record, b"input")
    canceled = _finished(record).model_copy(update={"status": "canceled"})
    assert store.finish(canceled, None)
    assert not store.finish(_finished(record), b"result")
    found = store.find_finished(record.id)
    assert found is not None
    assert found.status == "canceled"
    assert store.result_of(record.id) == b""
    assert [one.name for one in (tmp_path / "finished").iterdir()] == [f"{record.id}.json"]
