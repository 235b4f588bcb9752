"""Write ``events.jsonl``, the only thing an engine process says about its work."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Self

from engine.disk import writing_to
from engine.errors import EngineError
from engine.interrupt import Interrupt
from engine.specs.events import (
    ArtifactEvent,
    CandidateEvent,
    CheckpointEvent,
    ErrorEvent,
    Event,
    FinishedEvent,
    LogEvent,
    MetricEvent,
    Phase,
    PhaseEvent,
    ProgressEvent,
    ResourceEvent,
    WarningEvent,
)
from engine.specs.package.report import Estimate

Listener = Callable[[Event], None]
Param = str | int | float | bool | None


class EventSink:
    """Appends events to a file, one flushed JSON line each; safe to use from several threads.

    ``seq`` goes on where an existing file ends. A last line without a line feed belongs to a
    process that died while writing it: it was never an event, and is cut off.

    Args:
        path: the ``events.jsonl`` to append to; its folder must exist.
        listener: is handed each event after it was written, for a progress bar.
        interrupt: waits while an event is written.
    """

    def __init__(
        self,
        path: Path,
        listener: Listener | None = None,
        interrupt: Interrupt | None = None,
    ) -> None:
        self.path = path
        self._listener = listener
        self._uninterrupted = interrupt.deferred if interrupt is not None else nullcontext
        self._lock = threading.Lock()
        with writing_to(path):
            # Unbuffered: a buffer would keep what a full disk refused, and write it again later.
            self._file = path.open("ab", buffering=0)
        self._size, self._seq = _repair(path)
        self._file.truncate(self._size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; further events are a mistake."""
        self._file.close()

    def fileno(self) -> int:
        """Return the descriptor of the open file."""
        return self._file.fileno()

    def phase(self, phase: Phase) -> None:
        """Say that a part of the work begins."""
        self._write(PhaseEvent, phase=phase)

    def progress(
        self, phase: Phase, done: int, total: int, eta_seconds: float | None = None
    ) -> None:
        """Say how far the phase is; ``eta_seconds`` is for the whole run."""
        self._write(ProgressEvent, phase=phase, done=done, total=total, eta_seconds=eta_seconds)

    def metric(
        self,
        step: int,
        epoch: float,
        split: Literal["train", "validation", "test"],
        values: Mapping[str, float],
    ) -> None:
        """Write numbers measured at a step."""
        self._write(MetricEvent, step=step, epoch=epoch, split=split, values=dict(values))

    def candidate(
        self,
        name: str,
        metric: str,
        standing: Estimate,
        *,
        loss: float,
        seconds: float,
        weight: float | None = None,
    ) -> None:
        """Say how one of several models stands; ``weight`` is its share in the final blend."""
        self._write(
            CandidateEvent,
            name=name,
            metric=metric,
            value=standing.value,
            low=standing.low,
            high=standing.high,
            loss=loss,
            seconds=seconds,
            weight=weight,
        )

    def resources(
        self,
        cpu_percent: float,
        memory_bytes: int,
        **more: float | None,
    ) -> None:
        """Say what the run uses now; ``more`` are further fields of ``ResourceEvent``."""
        self._write(
            ResourceEvent,
            cpu_percent=cpu_percent,
            memory_bytes=memory_bytes,
            **more,
        )

    def checkpoint(self, path: str, step: int, epoch: float, best: bool) -> None:
        """Say that a checkpoint was written whole; ``path`` is relative to the work folder."""
        self._write(CheckpointEvent, path=path, step=step, epoch=epoch, best=best)

    def artifact(
        self, name: Literal["package", "report", "preview", "predictions"], path: str
    ) -> None:
        """Say that an output is complete; ``path`` is relative to the work folder."""
        self._write(ArtifactEvent, name=name, path=path)

    def log(self, code: str, message: str, **params: Param) -> None:
        """Write a line for the person who watches."""
        self._write(LogEvent, code=code, params=params, message=message)

    def warning(self, code: str, message: str, **params: Param) -> None:
        """Write something that the user should know."""
        self._write(WarningEvent, code=code, params=params, message=message)

    def error(self, error: EngineError) -> None:
        """Say why the work ends early."""
        self._write(
            ErrorEvent,
            code=error.code,
            params=error.params,
            message=error.message,
            retryable=error.retryable,
        )

    def finished(self, status: Literal["succeeded", "failed", "cancelled"]) -> None:
        """Say the last word."""
        self._write(FinishedEvent, status=status)

    def _write(self, kind: Callable[..., Event], **fields: Any) -> None:
        with self._uninterrupted(), self._lock:
            event = kind(seq=self._seq + 1, time=datetime.now(UTC), **fields)
            line = event.model_dump_json().encode() + b"\n"
            try:
                with writing_to(self.path):
                    written = 0
                    while written < len(line):
                        written += self._file.write(line[written:])
            except EngineError:
                # Half a line must not swallow the event that follows once there is room again.
                os.truncate(self.path, self._size)
                raise
            self._seq = event.seq
            self._size += len(line)
            if self._listener is not None:
                self._listener(event)


def seldom(report: Callable[[int, int], None], seconds: float = 0.5) -> Callable[[int, int], None]:
    """Return a progress callback that reports at most every so many seconds, and the end always."""
    reported = time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal reported
        now = time.monotonic()
        if now - reported > seconds or done == total:
            report(done, total)
            reported = now

    return progress


def time_left(began: float, done: int, total: int) -> float | None:
    """Return the seconds that the rest takes at the rate so far, ``None`` before any is done.

    Args:
        began: when the first was begun, by ``time.monotonic``.
        done: how many are.
        total: how many there are.
    """
    if done <= 0:
        return None
    return (time.monotonic() - began) / done * max(0, total - done)


def _repair(path: Path) -> tuple[int, int]:
    """Return the size of the whole lines of a file, and the ``seq`` of the last of them."""
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if not whole:
        return 0, 0
    last = whole[whole.rstrip(b"\n").rfind(b"\n") + 1 :]
    return len(whole), int(json.loads(last)["seq"])
