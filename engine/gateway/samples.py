"""Calls that are kept with input and answer, for people to look at and to learn from.

Each is two files in a folder: ``{log_id}.body``, the request as it came, and ``{log_id}.json``,
which is written last and says what the request was. Whoever takes them away deletes the second
first.
"""

from __future__ import annotations

import logging
import random
import time
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import EngineError
from engine.serving.calls import Call
from engine.serving.files import write_text
from engine.serving.forwarding.upstream import Asked, Response
from engine.specs.gateway import SampledCall, SampleReason, SamplingSpec

logger = logging.getLogger(__name__)

FEEDBACK = b"easel-feedback"
MAX_ANSWER_BYTES = 1024 * 1024
_COUNT_AGAIN_SECONDS = 5.0

_random = random.Random()
"""Seeded by the system."""


class Samples:
    """Keeps calls of one deployment in a folder, within a limit of bytes."""

    def __init__(self, spec: SamplingSpec, folder: Path) -> None:
        self._spec = spec
        self._folder = folder
        self._num_bytes = 0
        self._counted_at = float("-inf")
        self.num_dropped = 0

    def reason(self, call: Call, asked: Asked, agreement: float | None) -> SampleReason | None:
        """Return why a call is to be kept, ``None`` when it is not."""
        spec = self._spec
        if spec.on_request and _asks_for_it(asked):
            return "requested"
        if spec.on_disagreement and agreement is not None and agreement < 1:
            return "disagreement"
        score = call.top_score
        if spec.below_score is not None and score is not None and score < spec.below_score:
            return "low_confidence"
        return "random" if spec.share and _random.random() < spec.share else None

    def keep(self, call: Call, asked: Asked, response: Response, reason: SampleReason) -> bool:
        """Write a call down; return whether there was room.

        A folder that cannot be written loses samples and no call.
        """
        size = len(asked.body) + len(response.body)
        if len(asked.body) > self._spec.max_call_bytes or not self._has_room(size):
            self.num_dropped += 1
            return False
        document = SampledCall(
            time=datetime.now(UTC),
            log_id=call.log_id,
            request_id=call.request_id,
            caller=call.caller,
            revision=call.revision,
            version=call.version,
            route=call.route,
            reason=reason,
            path=asked.url.decode("latin-1").partition("?")[0],
            content_type=_header(asked, b"content-type"),
            inference_header_content_length=_header(asked, b"inference-header-content-length"),
            top_label=call.top_label,
            top_score=call.top_score,
            answer=response.body[:MAX_ANSWER_BYTES].decode("utf-8", "replace"),
        )
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            (self._folder / f"{call.log_id}.body").write_bytes(asked.body)
            write_text(self._folder / f"{call.log_id}.json", document.model_dump_json())
        except (OSError, EngineError):
            logger.exception("sample not kept", extra={"log_id": call.log_id})
            self.num_dropped += 1
            return False
        self._num_bytes += size
        return True

    def _has_room(self, size: int) -> bool:
        now = time.monotonic()
        if now - self._counted_at > _COUNT_AGAIN_SECONDS:
            # Others take files away in the meantime.
            self._num_bytes = _bytes_in(self._folder)
            self._counted_at = now
        return self._num_bytes + size <= self._spec.max_waiting_bytes


def _asks_for_it(asked: Asked) -> bool:
    return _header(asked, FEEDBACK).lower() in ("1", "true", "yes")


def _header(asked: Asked, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in asked.headers if key == name), "")


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.iterdir() if folder.is_dir() else ():
        try:
            total += path.stat().st_size
        except FileNotFoundError:
            # Taken away a moment ago.
            continue
    return total
