"""Calls that are kept with input and results, for people to look at and to learn from.

Each is some files in a folder: one for each part of the request that is a file,
``{log_id}.{part}``, and ``{log_id}.json``, which is written last. Whoever takes them away deletes
that one first.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.gateway.inputs import parts_of, results_of
from engine.gateway.masking import without_contacts, without_fields
from engine.gateway.shadows import Compared
from engine.serving.calls import Call
from engine.serving.errors import ServingError
from engine.serving.files import write_text
from engine.serving.forwarding.upstream import Asked, Response
from engine.specs.gateway import SampledCall, SampleReason, SamplingSpec, ShadowAnswer

logger = logging.getLogger(__name__)

FEEDBACK = b"easel-feedback"
MAX_ANSWER_BYTES = 1024 * 1024
_COUNT_AGAIN_SECONDS = 5.0

_random = random.Random()
"""Seeded by the system."""


class Samples:
    """Keeps calls of one deployment in a folder, within a limit of bytes.

    ``num_dropped`` counts those that should have been kept and were not: there was no room, they
    were too large, or their parts could not be told.
    """

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
        if call.revision in spec.drifted and _random.random() < spec.drift_share:
            return "drift"
        return "random" if spec.share and _random.random() < spec.share else None

    def keep(
        self,
        call: Call,
        asked: Asked,
        response: Response,
        reason: SampleReason,
        compared: Sequence[Compared] = (),
    ) -> bool:
        """Write a call down; return whether that was possible.

        A folder that cannot be written loses samples and no call.
        """
        answers = [len(one.body) for one in (response, *(one.response for one in compared))]
        size = len(asked.body) + sum(answers)
        is_too_large = (
            len(asked.body) > self._spec.max_call_bytes or max(answers) > MAX_ANSWER_BYTES
        )
        if is_too_large or not self._has_room(size):
            self.num_dropped += 1
            return False
        try:
            parts = parts_of(asked, call.route, self._spec.input_kind)
            files = {name: part for name, part in parts.items() if isinstance(part, bytes)}
            values = {name: part for name, part in parts.items() if name not in files}
            document = SampledCall(
                time=datetime.now(UTC),
                log_id=call.log_id,
                request_id=self._stored(call.request_id),
                caller=call.caller,
                revision=call.revision,
                version=call.version,
                route="easydl" if call.route == "easydl" else "predict",
                reason=reason,
                values=self._stored(values),
                files=tuple(files),
                results=self._stored(results_of(response)),
                shadows=tuple(self._shadow_answers(compared)),
                top_label=self._stored(call.top_label),
                top_score=call.top_score,
            )
            self._write(document, files)
        except ServingError as error:
            logger.info("sample not kept", extra={"log_id": call.log_id, "reason": error.message})
            self.num_dropped += 1
            return False
        except (OSError, EngineError, RecursionError, ValueError):
            logger.exception("sample not kept", extra={"log_id": call.log_id})
            self.num_dropped += 1
            return False
        self._num_bytes += size
        return True

    def _write(self, document: SampledCall, files: dict[str, bytes]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name, content in files.items():
            (self._folder / f"{document.log_id}.{name}").write_bytes(content)
        write_text(self._folder / f"{document.log_id}.json", document.model_dump_json())

    def _shadow_answers(self, compared: Sequence[Compared]) -> list[ShadowAnswer]:
        answers = []
        for one in compared:
            try:
                results = results_of(one.response)
            except ServingError:
                continue
            answers.append(
                ShadowAnswer(
                    revision=one.revision,
                    results=tuple(self._stored(results)),
                    agreement=one.agreement,
                )
            )
        return answers

    def _stored(self, value: Any) -> Any:
        """Return a value without what is not to be stored."""
        if self._spec.hidden_fields:
            value = without_fields(value, self._spec.hidden_fields)
        return without_contacts(value) if self._spec.masks_contacts else value

    def _has_room(self, size: int) -> bool:
        now = time.monotonic()
        if now - self._counted_at > _COUNT_AGAIN_SECONDS:
            # Others take files away in the meantime.
            self._num_bytes = _bytes_in(self._folder)
            self._counted_at = now
        return self._num_bytes + size <= self._spec.max_waiting_bytes


def _asks_for_it(asked: Asked) -> bool:
    return dict(asked.headers).get(FEEDBACK, b"").lower() in (b"1", b"true", b"yes")


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.iterdir() if folder.is_dir() else ():
        try:
            total += path.stat().st_size
        except FileNotFoundError:
            # Taken away a moment ago.
            continue
    return total
