"""The event file is whole lines with unbroken numbers, whatever happens to its writer."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from engine.errors import Cancelled, ResourceError
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.events import EVENT, Event


def read(path: Path) -> list[Event]:
    return [EVENT.validate_json(line) for line in path.read_text().splitlines()]


def test_numbers_go_on_where_an_earlier_process_ended(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with EventSink(path) as emit:
        emit.phase("check")
        emit.log("data_read", "数据 🌧")
    with EventSink(path) as emit:
        emit.finished("succeeded")

    assert [event.seq for event in read(path)] == [1, 2, 3]


def test_a_line_that_was_cut_off_by_a_kill_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with EventSink(path) as emit:
        emit.phase("check")
    with path.open("ab") as file:
        file.write(b'{"seq":2,"time":"20')

    with EventSink(path) as emit:
        emit.log("data_read", "again")

    assert [event.kind for event in read(path)] == ["phase", "log"]
    assert [event.seq for event in read(path)] == [1, 2]


def test_threads_do_not_tear_lines(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with EventSink(path) as emit:
        threads = [
            threading.Thread(target=lambda: [emit.log("data_read", "x" * 500) for _ in range(100)])
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert [event.seq for event in read(path)] == list(range(1, 401))


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with EventSink(path) as emit:
        emit.phase("check")
        full = os.open("/dev/full", os.O_WRONLY)
        os.dup2(full, emit.fileno())
        os.close(full)
        with pytest.raises(ResourceError) as error:
            emit.log("data_read", "does not fit")

    assert error.value.code == "disk_full"
    assert [event.seq for event in read(path)] == [1]


def test_a_signal_waits_until_the_line_is_written(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    heard = []

    def kill(event: Event) -> None:
        heard.append(event.seq)
        if event.seq == 1:
            os.kill(os.getpid(), signal.SIGTERM)

    with Interrupt() as interrupt, EventSink(path, kill, interrupt) as emit:
        with pytest.raises(Cancelled):
            emit.phase("check")
        emit.finished("cancelled")

    assert heard == [1, 2]
    assert [event.seq for event in read(path)] == [1, 2]
