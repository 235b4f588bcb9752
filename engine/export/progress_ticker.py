"""Report the time left each second while a step that cannot report is at work."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import EngineError
from engine.events import EventSink
from engine.specs.events import Phase

_TICK_SECONDS = 1.0


@contextmanager
def ticking(
    emit: EventSink,
    phase: Phase,
    expected_seconds: float,
    *,
    following_seconds: float = 0.0,
    reached: tuple[int, int] = (0, 1),
) -> Iterator[None]:
    """Report the time left each second, and the step as done once the context ends well.

    Args:
        emit: is told.
        phase: that the step is, or belongs to.
        expected_seconds: that the step may take; the time left never falls below a second.
        following_seconds: that the rest of the run takes after it.
        reached: how far the phase is meanwhile, and of how much.
    """
    stop = threading.Event()
    began = time.monotonic()

    def tick() -> None:
        while True:
            left = max(1.0, expected_seconds - (time.monotonic() - began))
            try:
                emit.progress(phase, *reached, left + following_seconds)
            except EngineError:
                # The disk is full. The main thread meets the same when it writes, and says so.
                return
            if stop.wait(_TICK_SECONDS):
                return

    thread = threading.Thread(target=tick, name="ticking", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
    emit.progress(phase, reached[1], reached[1], following_seconds)
