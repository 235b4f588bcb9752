"""What is to be told of finished predictions: lines that somebody takes away and delivers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import orjson

from engine.specs.asynchronous import MAX_RESULT_BYTES, FinishedPrediction, PredictionNotice


class Notices:
    """Appends to ``async-<pid>.jsonl`` in a deployment's folder, for its owner alone to read."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"async-{os.getpid()}.jsonl"

    def add(self, finished: FinishedPrediction, result: bytes, path: str) -> None:
        """Write down that a prediction is finished, if its caller wants to be told.

        Args:
            finished: what became of it.
            result: the body of the answer.
            path: where it is fetched.

        Raises:
            OSError: when that is not possible.
        """
        if finished.webhook is None:
            return
        notice = PredictionNotice(
            id=finished.id,
            channel=finished.webhook,
            status=finished.status,
            created_at=finished.created_at,
            finished_at=finished.finished_at,
            path=path,
            result=_short_json(finished, result),
            error=finished.error,
        )
        # Opened by its name each time: others rename it. One write, so that lines are whole.
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, notice.model_dump_json().encode() + b"\n")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _short_json(finished: FinishedPrediction, result: bytes) -> Any:
    if finished.status != "succeeded" or len(result) > MAX_RESULT_BYTES:
        return None
    if "json" not in (finished.content_type or ""):
        return None
    return orjson.loads(result)
