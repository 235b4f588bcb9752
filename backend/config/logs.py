"""Log lines: an event name and its fields."""

from __future__ import annotations

import logging

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class FieldFormatter(logging.Formatter):
    """``time level logger event key=value …``; the fields are what ``extra`` gave."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Append the extra fields to the message."""
        fields = {k: v for k, v in vars(record).items() if k not in _STANDARD}
        line = super().formatMessage(record)
        return f"{line} {' '.join(f'{k}={v}' for k, v in fields.items())}" if fields else line
