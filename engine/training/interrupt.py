"""Be asked to stop, and stop where nothing is lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Self

from engine.errors import Cancelled

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Interrupt:
    """Turns SIGTERM and Ctrl-C into ``Cancelled``, at once or, when deferred, at the next step.

    Use it as a context manager in the main thread; the earlier handlers come back at its end.
    """

    def __init__(self) -> None:
        self.requested = False
        self._deferred = False
        self._earlier: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        for number in _SIGNALS:
            self._earlier[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._earlier.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Only note a request inside this context; the code there asks for ``requested``."""
        self._deferred = True
        try:
            yield
        finally:
            self._deferred = False
        self.check()

    def check(self) -> None:
        """Stop when somebody asked for it.

        Raises:
            Cancelled: when a signal has come.
        """
        if self.requested:
            raise Cancelled("The run was stopped on request. Start it again to go on.")

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
        if not self._deferred:
            self.check()
