"""The call log: one JSON line per answered request, never its input.

While a request is answered only a note is kept; lines and metrics are made of the notes a few
times a second, where they delay nobody and cost less.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import orjson

from engine.serving.files import append_lines
from engine.serving.metrics import Metrics
from engine.specs.serving import GATEWAY_KEY_ID

if TYPE_CHECKING:
    from easel.runtime.results import Document

FLUSH_SECONDS = 0.5

_random = random.Random()
"""Seeded by the system; ids need to differ, not to be unguessable."""

Route = Literal["predict", "v2", "easydl", "async"]
"""By which protocol a call came; ``async`` is one of ``/predict`` that nobody waits for."""

CALL_HEADER = b"easel-call"
"""In which a model server tells its gateway what it knows of a call."""
TIMEOUT_HEADER = b"easel-timeout"
"""In which a gateway says how many seconds a call may take that nobody waits for."""
LOAD_TEST_HEADER = b"easel-load-test"
"""In which a gateway says that a call belongs to a load test: nothing is noted of it."""


@dataclass(slots=True)
class Call:
    """One request while it is answered; the fields of ``CallRecord`` fill up on the way."""

    route: Route
    model: str = ""
    version: str = ""
    caller: str | None = None
    revision: int | None = None
    request_id: str | None = None
    batch_size: int | None = None
    queue_ms: float | None = None
    top_label: str | None = None
    top_score: float | None = None
    # What a gateway gives a call that nobody waits for; else it is for the model server to say.
    timeout_seconds: float | None = None
    # Of a load test: it counts nowhere.
    is_test: bool = False
    # Below 2^53, so that JavaScript keeps it exact.
    log_id: int = field(default_factory=lambda: _random.getrandbits(53))
    started: float = field(default_factory=time.perf_counter)

    def note_best(self, results: Sequence[Document]) -> None:
        """Keep name and score of the surest result, where results have both."""
        best = -1.0
        for result in results:
            name, score = result.get("name"), result.get("score")
            if isinstance(name, str) and isinstance(score, (int, float)) and score > best:
                self.top_label, self.top_score = name, score
                best = score

    def summary(self, error_code: str | None) -> bytes:
        """Return what a gateway cannot know of the call, as JSON in one line."""
        return orjson.dumps(
            {
                "log_id": self.log_id,
                "batch_size": self.batch_size,
                "queue_ms": self.queue_ms,
                "top_label": self.top_label,
                "top_score": self.top_score,
                "error_code": error_code,
            }
        )

    def take_over(self, summary: bytes) -> str | None:
        """Note what a model server says of the call; return its error code."""
        known: dict[str, Any] = orjson.loads(summary)
        self.log_id = known["log_id"]
        # A model server that was started before an upgrade does not say how long a call waited.
        self.batch_size, self.queue_ms = known["batch_size"], known.get("queue_ms")
        self.top_label, self.top_score = known["top_label"], known["top_score"]
        error_code: str | None = known["error_code"]
        return error_code

    def latency_ms(self) -> float:
        """Return the milliseconds since the request began."""
        return (time.perf_counter() - self.started) * 1e3


@dataclass(slots=True)
class _Note:
    call: Call
    time: float
    status: int
    error_code: str | None
    latency_ms: float


class CallLog:
    """Counts answers, and appends them to ``calls-<pid>.jsonl`` in a folder."""

    def __init__(self, folder: Path, metrics: Metrics) -> None:
        self._path = folder / f"calls-{os.getpid()}.jsonl"
        self._metrics = metrics
        self._notes: list[_Note] = []

    def add(self, call: Call, *, status: int, error_code: str | None) -> None:
        """Note that a request was answered now; it is counted and written by ``flush``."""
        self._notes.append(_Note(call, time.time(), status, error_code, call.latency_ms()))

    def flush(self) -> None:
        """Count and write what was noted; whole lines only, in one write."""
        if not self._notes:
            return
        notes, self._notes = self._notes, []
        for note in notes:
            self._metrics.count_response(
                note.call.model,
                note.call.version,
                note.call.route,
                note.status,
                note.latency_ms / 1000,
                note.call.batch_size,
            )
        # A gateway notes its calls itself, with what a model server cannot know.
        lines = [
            _line(note) for note in notes if note.call.model and note.call.caller != GATEWAY_KEY_ID
        ]
        if lines:
            append_lines(self._path, b"".join(lines))


def _line(note: _Note) -> bytes:
    call = note.call
    return orjson.dumps(
        {
            "time": datetime.fromtimestamp(note.time, UTC),
            "log_id": call.log_id,
            "model": call.model,
            "version": call.version,
            "route": call.route,
            "status": note.status,
            "error_code": note.error_code,
            "latency_ms": round(note.latency_ms, 3),
            "batch_size": call.batch_size,
            "queue_ms": None if call.queue_ms is None else round(call.queue_ms, 3),
            "top_label": call.top_label,
            "top_score": call.top_score,
            "caller": call.caller,
            "revision": call.revision,
            "request_id": call.request_id,
        },
        option=orjson.OPT_APPEND_NEWLINE,
    )
