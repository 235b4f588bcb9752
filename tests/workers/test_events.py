"""Event files are read while they are written, and after they were torn."""

from __future__ import annotations

import json
from pathlib import Path

from workers.events import read_events, read_outcome

TIME = "2026-01-01T00:00:00+00:00"


def line(kind: str, **data: object) -> bytes:
    """Return one whole line."""
    return json.dumps({"seq": 1, "time": TIME, "kind": kind, **data}).encode() + b"\n"


def test_a_line_is_read_once_it_is_whole(tmp_path: Path) -> None:
    path, whole = tmp_path / "events.jsonl", line("log", message="whole")
    path.write_bytes(whole + b'{"seq": 2, "kind": "lo')
    reading = read_events(path, 0)
    assert [event.data for event in reading.events] == [{"message": "whole"}]
    assert reading.end == len(whole)
    assert read_events(path, reading.end).events == ()


def test_only_the_newest_progress_of_one_reading_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    steps = [line("progress", done=n, total=9) + line("metric", step=n) for n in range(3)]
    path.write_bytes(b"".join(steps))
    kinds = [(event.kind, event.data.get("done")) for event in read_events(path, 0).events]
    assert kinds == [("metric", None), ("metric", None), ("progress", 2), ("metric", None)]


def test_a_line_that_cannot_be_read_does_not_stop_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"\x00\x00\n" + line("log", message="after"))
    assert [event.kind for event in read_events(path, 0).events] == ["log"]


def test_the_outcome_is_that_of_the_last_process(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    first = line("finished", status="cancelled")
    path.write_bytes(first)
    assert read_outcome(path, len(first)).status is None
    path.write_bytes(first + line("error", code="x") + line("finished", status="failed"))
    outcome = read_outcome(path, len(first))
    assert outcome.status == "failed"
    assert outcome.error == {"code": "x"}
