"""Log lines: an event name and its fields."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from django.http import HttpRequest

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class FieldFormatter(logging.Formatter):
    """``time level logger event key=value …``; the fields are what ``extra`` gave."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Append the extra fields to the message."""
        fields = {k: _shown(v) for k, v in vars(record).items() if k not in _STANDARD}
        line = super().formatMessage(record)
        return f"{line} {' '.join(f'{k}={v}' for k, v in fields.items())}" if fields else line


def _shown(value: object) -> object:
    """Return a field as it is written: of a request no query, which may hold a key."""
    return f"{value.method} {value.path}" if isinstance(value, HttpRequest) else value


@dataclass
class RefusedRequests:
    """Makes short warnings of the requests that Django itself refuses, a few of a kind a minute.

    Django logs each as an error with a traceback, and whoever scans the internet sends thousands
    with the ``Host`` of somebody else. How many were left out is said by the next line of a kind.
    """

    clock: Callable[[], float] = time.monotonic
    a_minute: int = 5
    _shown: dict[str, list[float]] = field(default_factory=dict, init=False)
    _left_out: dict[str, int] = field(default_factory=dict, init=False)

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record about a refused request, and tell whether it is shown."""
        if not record.name.startswith("django.security"):
            return True
        now = self.clock()
        recent = [at for at in self._shown.get(record.name, ()) if now - at < 60.0]
        self._shown[record.name] = recent
        if len(recent) >= self.a_minute:
            self._left_out[record.name] = self._left_out.get(record.name, 0) + 1
            return False
        recent.append(now)
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        vars(record).pop("request", None)
        if record.name in self._left_out:
            vars(record)["num_left_out"] = self._left_out.pop(record.name)
        return True
