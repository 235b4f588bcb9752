"""Many inputs in one request, answered one event after another (``text/event-stream``)."""

from __future__ import annotations

import asyncio
import itertools
from base64 import b64decode
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson

from engine.gateway.answers import too_large
from engine.gateway.places import Place
from engine.gateway.routes import Route
from engine.gateway.streams.audio import transcript_of
from engine.gateway.streams.calls import Answer, CallSender, GatewayAccess
from engine.gateway.streams.messages import CLOSE_CODES
from engine.gateway.streams.options import require_options, texts_of
from engine.gateway.streams.segments import Segmenter, samples_of, wav_of
from engine.serving.errors import ServingError
from engine.serving.forwarding.responses import StreamingResponse
from engine.serving.forwarding.upstream import Asked, Response
from engine.serving.http import JSON, media_type_of, parse_json_object
from engine.serving.protocol.multipart import parse_form
from engine.serving.protocol.refusals import CORS

MAX_INPUTS = 1000
_AUDIO_PART = "sound"
_CONCURRENT = 4
"""So many inputs of one request are asked about at a time: enough for a batch to form."""
_MEDIA_TYPE = b"text/event-stream"
_HEADERS = (
    (b"content-type", _MEDIA_TYPE),
    (b"cache-control", b"no-store"),
    # nginx and others that go by it send on what they get at once.
    (b"x-accel-buffering", b"no"),
    *CORS,
)


@dataclass(frozen=True)
class _Input:
    """One of the inputs of a request: the body of a call, and what is told beside its answer."""

    body: bytes
    media_type: bytes
    fields: Mapping[str, object] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    is_segment: bool = False


class _Answers:
    """What was answered and not sent yet; no more is asked than its caller reads."""

    def __init__(self) -> None:
        self.events: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.room = asyncio.Semaphore(_CONCURRENT)
        self.num_answered = self.num_failed = 0

    def add(self, event: bytes, answer: Answer) -> None:
        """Count an answer, and have it sent."""
        if answer.is_error:
            self.num_failed += 1
        else:
            self.num_answered += 1
        self.events.put_nowait(event)


def wants_events(place: Place, asked: Asked, headers: Mapping[bytes, bytes]) -> bool:
    """Tell whether a call is to be answered in events."""
    is_predict = place.target is not None and place.target.route == "predict"
    return is_predict and asked.method == b"POST" and _MEDIA_TYPE in headers.get(b"accept", b"")


class Events:
    """Answers requests of many inputs; each input is a call like any other."""

    def __init__(self, access: GatewayAccess, is_draining: Callable[[], bool]) -> None:
        """Prepare to answer.

        Args:
            access: through what calls go.
            is_draining: tells whether no more calls are to be begun.
        """
        self._access = access
        self._is_draining = is_draining

    async def respond(self, route: Route, asked: Asked, request_id: str) -> Response:
        """Begin to answer.

        Raises:
            ServingError: when the request cannot be taken apart.
        """
        if asked.refused_length is not None or len(asked.body) > route.spec.max_body_bytes:
            raise too_large(route.spec.max_body_bytes)
        if route.spec.unavailable is not None:
            raise ServingError(route.spec.unavailable, code="unavailable")
        sender = CallSender(self._access, route.spec.suffix, asked, request_id)
        require_options(route.spec.prediction_kind, sender.options)
        inputs = await _inputs_of(asked)
        headers = [*_HEADERS, (b"x-request-id", request_id.encode())]
        seconds = route.spec.streaming.heart_beat_seconds
        return StreamingResponse(
            200, headers, b"", pieces=lambda: self._pieces(sender, inputs, seconds)
        )

    async def _pieces(
        self, sender: CallSender, inputs: list[_Input], heart_beat_seconds: float
    ) -> AsyncGenerator[bytes, None]:
        """Yield an event for each answer, comments while there is none, and how it ended."""
        answers = _Answers()
        asking = asyncio.create_task(self._ask_all(sender, inputs, answers))
        try:
            while True:
                try:
                    async with asyncio.timeout(heart_beat_seconds):
                        event = await answers.events.get()
                except TimeoutError:
                    # Proxies close a connection on which nothing comes for a minute.
                    yield b": still at work\n\n"
                    continue
                if event is None:
                    break
                yield event
                answers.room.release()
        finally:
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asking
        left = len(inputs) - answers.num_answered - answers.num_failed
        end = {"answered": answers.num_answered, "failed": answers.num_failed, "left": left}
        yield _event("end", orjson.dumps(end))

    async def _ask_all(self, sender: CallSender, inputs: list[_Input], answers: _Answers) -> None:
        """Ask about all inputs; what cannot go on ends it."""
        # Of one recording in order, of many inputs as each is there.
        most = 1 if any(one.is_segment for one in inputs) else _CONCURRENT
        left = enumerate(inputs)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(most, len(inputs))):
                    group.create_task(self._ask_some(sender, left, answers))
        finally:
            answers.events.put_nowait(None)

    async def _ask_some(
        self, sender: CallSender, left: Iterator[tuple[int, _Input]], answers: _Answers
    ) -> None:
        for index, one in left:
            await answers.room.acquire()
            if self._is_draining():
                return
            options = {**sender.options, **one.options}
            answer = await sender.ask_in_turn(one.body, one.media_type, options, index)
            answers.add(_event("result", _document(index, one, answer)), answer)
            if answer.is_error and answer.error()["code"] in CLOSE_CODES:
                # Nor would the others be answered.
                for _ in left:
                    pass


def _document(index: int, one: _Input, answer: Answer) -> bytes:
    fields: dict[str, object] = {"index": index, **one.fields}
    if one.is_segment:
        fields |= transcript_of(answer)
    return answer.with_fields(fields)


async def _inputs_of(asked: Asked) -> list[_Input]:
    """Return the inputs of a request.

    Raises:
        ServingError: ``body_not_json`` or ``field_invalid``.
    """
    content_type = dict(asked.headers).get(b"content-type", b"application/octet-stream")
    whole = [_Input(asked.body, content_type)]
    recording, options = asked.body, dict[str, str]()
    media_type = media_type_of(content_type).encode()
    if media_type == JSON:
        document = parse_json_object(asked.body)
        if "inputs" in document:
            return _listed_inputs(document)
        recording, options = _decoded(document.pop(_AUDIO_PART, None)), texts_of(document)
    elif media_type == b"multipart/form-data":
        form = parse_form(content_type, asked.body)
        recording = form.pop(_AUDIO_PART, b"")
        options = {name: value.decode("utf-8", "replace") for name, value in form.items()}
    if recording[:4] != b"RIFF":
        return whole
    # It takes a second for an hour, and others are answered meanwhile.
    segments = await asyncio.to_thread(_segments_of, recording, options)
    return whole if segments is None else segments


def _decoded(sound: object) -> bytes:
    """Return a file in base64, nothing of what is none: whoever answers says what is wrong."""
    try:
        return b64decode(sound, validate=True) if isinstance(sound, str) else b""
    except ValueError:
        return b""


def _listed_inputs(document: dict[str, Any]) -> list[_Input]:
    shared = dict(document)
    found = shared.pop("inputs")
    is_list = isinstance(found, list) and all(isinstance(one, dict) for one in found)
    if not is_list or not 1 <= len(found) <= MAX_INPUTS:
        raise ServingError(
            f"'inputs' has to be a list of 1 to {MAX_INPUTS} objects, each a request as /predict "
            "takes it.",
            code="field_invalid",
            field="inputs",
        )
    return [_Input(orjson.dumps({**shared, **one}), JSON) for one in found]


def _segments_of(content: bytes, options: Mapping[str, str]) -> list[_Input] | None:
    """Return the segments of a recording, ``None`` of one that is not cut.

    Args:
        content: the file.
        options: what each of them is asked about with.
    """
    samples = samples_of(content)
    if samples is None:
        return None
    pcm, rate = samples
    segmenter = Segmenter(rate)
    last = itertools.chain(segmenter.add(pcm), (one for one in [segmenter.finish()] if one))
    return [
        _Input(
            wav_of(one.pcm, rate),
            b"audio/wav",
            {"begin_seconds": one.begin_seconds},
            options,
            is_segment=True,
        )
        for one in last
    ]


def _event(name: str, document: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), document)
