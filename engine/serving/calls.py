"""The call log: one JSON line per answered request, never its input."""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import orjson

MAX_BYTES = 16 * 1024 * 1024
FLUSH_SECONDS = 1.0
FLUSH_LINES = 512

_random = random.SystemRandom()

Route = Literal["predict", "v2", "easydl"]


@dataclass(slots=True)
class Call:
    """One request while it is answered; the fields of ``CallRecord`` fill up on the way."""

    route: Route
    model: str = ""
    version: str = ""
    caller: str | None = None
    batch_size: int | None = None
    top_label: str | None = None
    top_score: float | None = None
    # Below 2^53, so that JavaScript keeps it exact.
    log_id: int = field(default_factory=lambda: _random.getrandbits(53))
    started: float = field(default_factory=time.perf_counter)

    def latency_ms(self) -> float:
        """Return the milliseconds since the request began."""
        return (time.perf_counter() - self.started) * 1e3


class CallLog:
    """Appends to ``calls-<pid>.jsonl`` in a folder, buffered.

    A file past 16 MiB is renamed to ``calls-<pid>.<n>.jsonl``, is complete then, and never
    written again.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"calls-{os.getpid()}.jsonl"
        self._lines: list[bytes] = []

    def add(self, call: Call, *, status: int, error_code: str | None, latency_ms: float) -> None:
        """Note an answered request; it reaches the file at the next ``flush``."""
        self._lines.append(
            orjson.dumps(
                {
                    "time": datetime.now(UTC),
                    "log_id": call.log_id,
                    "model": call.model,
                    "version": call.version,
                    "route": call.route,
                    "status": status,
                    "error_code": error_code,
                    "latency_ms": round(latency_ms, 3),
                    "batch_size": call.batch_size,
                    "top_label": call.top_label,
                    "top_score": call.top_score,
                    "caller": call.caller,
                },
                option=orjson.OPT_APPEND_NEWLINE,
            )
        )
        if len(self._lines) >= FLUSH_LINES:
            self.flush()

    def flush(self) -> None:
        """Write what waits; whole lines only, in one write."""
        if not self._lines:
            return
        data, self._lines = b"".join(self._lines), []
        with self._path.open("ab", buffering=0) as stream:
            stream.write(data)
            size = stream.tell()
        if size > MAX_BYTES:
            self._path.rename(self._free_name())

    def _free_name(self) -> Path:
        number = 1
        while (name := self._path.with_suffix(f".{number}.jsonl")).exists():
            number += 1
        return name
