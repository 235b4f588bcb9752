"""What callers say was true of earlier calls."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from engine.gateway.answers import overloaded
from engine.serving.errors import ServingError
from engine.serving.http import parse_json_object
from engine.specs.gateway import TrueAnswer

PATH = "/feedback"
MAX_BYTES = 64 * 1024
MAX_WAITING_BYTES = 32 * 2**20
_EXAMPLE = 'Send {"log_id": 123, "labels": ["cat"]}, or "value" or "text" in place of labels.'


class Feedback:
    """Keeps true answers of one deployment in a file until somebody takes them away."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"feedback-{os.getpid()}.jsonl"
        self._lines: list[bytes] = []

    def add(self, body: bytes, caller: str | None) -> TrueAnswer:
        """Take in a true answer.

        Raises:
            ServingError: ``body_too_large``, ``body_not_json``, ``field_invalid``, or
                ``overloaded`` when too many wait.
        """
        size = self._path.stat().st_size if self._path.exists() else 0
        if size > MAX_WAITING_BYTES:
            raise overloaded("Too many true answers wait to be taken in")
        answer = read_answer(body, caller)
        self._lines.append(answer.model_dump_json().encode() + b"\n")
        return answer

    def flush(self) -> None:
        """Write what came; whole lines only, in one write."""
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        with self._path.open("ab", buffering=0) as stream:
            stream.write(b"".join(lines))


def read_answer(body: bytes, caller: str | None) -> TrueAnswer:
    """Read a true answer as callers send it.

    Raises:
        ServingError: ``body_too_large``, ``body_not_json`` or ``field_invalid``.
    """
    if len(body) > MAX_BYTES:
        raise ServingError(
            f"A true answer is longer than {MAX_BYTES} bytes. {_EXAMPLE}", code="body_too_large"
        )
    document = parse_json_object(body)
    given = [name for name in ("labels", "value", "text") if document.get(name) is not None]
    if len(given) != 1:
        raise ServingError(
            f"A true answer is labels, a value or a text; {len(given)} of them came. {_EXAMPLE}",
            code="field_invalid",
            field="labels",
        )
    try:
        return TrueAnswer(**{**document, "time": datetime.now(UTC), "caller": caller})
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(one) for one in first["loc"])
        raise ServingError(
            f"The field '{field[:60]}' is not right: {first['msg']}. {_EXAMPLE}",
            code="field_invalid",
            field=field[:60],
        ) from error
