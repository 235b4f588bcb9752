"""Be asked to stop, and stop where nothing is lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self

from engine.errors import Cancelled

# The last one is a terminal that goes away.
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Interrupt:
    """Turns SIGTERM, Ctrl-C and SIGHUP into ``Cancelled``, at once or at a safe place.

    Use it as a context manager in the main thread; the earlier handlers come back at its end.
    ``Cancelled`` is raised once: what cleans up after it is not interrupted again.
    """

    def __init__(self) -> None:
        self.requested = False
        self._raised = False
        self._depth = 0
        self._earlier: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        for number in _SIGNALS:
            # ``nohup`` has it ignored, which it then stays.
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
                self._earlier[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._earlier.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Only note a request inside this context; it is answered when the context ends.

        In other threads this does nothing: Python runs signal handlers in the main one.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
        if self._depth == 0:
            self.check()

    def check(self) -> None:
        """Stop when somebody asked for it.

        Raises:
            Cancelled: when a signal has come, the first time this is called.
        """
        if self.requested and not self._raised:
            self._raised = True
            raise Cancelled("The run was stopped on request. Start it again to go on.")

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
        if self._depth == 0:
            self.check()
