"""The little of HTTP that the inference routes need, on raw ASGI."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

import orjson

from engine.serving.bodies import Bodies
from engine.serving.errors import ServingError
from engine.specs.request_timeouts import BodyTimeouts

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = Sequence[tuple[bytes, bytes]]

JSON = b"application/json"
PROBLEM = b"application/problem+json"
TIMEOUTS = BodyTimeouts()
# A caller that is still sending when the connection closes never sees why; so much of a body that
# is too large is read and dropped before the refusal.
_MAX_DROPPED_BYTES = 64 * 2**20
_MAX_DROPPING_SECONDS = 5.0


class ClientGone(Exception):
    """The caller closed the connection; there is nobody left to answer."""


@dataclass(slots=True)
class Response:
    """One answer; ``headers`` go beside content type and length."""

    status: int
    body: bytes
    content_type: bytes = JSON
    headers: Headers = ()


def json_response(document: object, status: int = 200, headers: Headers = ()) -> Response:
    """Return a document as JSON."""
    body = orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)
    return Response(status, body, JSON, headers)


class Request:
    """One request: its headers as a mapping (the last of a name wins) and its bounded body."""

    __slots__ = (
        "_bodies",
        "_kept_bytes",
        "_max_body_bytes",
        "headers",
        "is_read",
        "method",
        "path",
        "query_string",
        "receive",
    )

    def __init__(self, scope: Scope, receive: Receive, max_body_bytes: int, bodies: Bodies) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.query_string: bytes = scope["query_string"]
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        self.receive = receive
        self.is_read = False
        self._max_body_bytes = max_body_bytes
        self._bodies = bodies
        self._kept_bytes = 0

    def release(self) -> None:
        """Give back the room of the body: the request is answered."""
        self._bodies.give_back(self._kept_bytes)
        self._kept_bytes = 0

    def query(self) -> dict[str, str]:
        """Return the query's fields; the last of a name wins."""
        return parse_query(self.query_string)

    def media_type(self) -> str:
        """Return the content type in lower case, without parameters."""
        return media_type_of(self.headers.get(b"content-type", b""))

    async def body(self) -> bytes:
        """Read the whole body.

        Raises:
            ServingError: ``body_too_large``, ``request_too_slow``, or ``overloaded`` when the
                bodies of other requests fill the memory that there is for them.
            ClientGone: when the caller left before the end.
        """
        length = self.headers.get(b"content-length")
        if length is not None and int(length) > self._max_body_bytes:
            # Who asks before sending (Expect: 100-continue) has not begun to send.
            if b"expect" not in self.headers:
                await self._drop_rest()
            raise self._too_large()
        chunks: list[bytes] = []
        size, began = 0, monotonic()
        while True:
            try:
                async with asyncio.timeout(TIMEOUTS.idle_seconds):
                    message = await self.receive()
            except TimeoutError:
                raise too_slow() from None
            if message["type"] == "http.disconnect":
                raise ClientGone
            chunk = message.get("body", b"")
            size += len(chunk)
            if size > self._max_body_bytes:
                if message.get("more_body", False):
                    await self._drop_rest()
                raise self._too_large()
            if not self._bodies.take(len(chunk), own=self._kept_bytes):
                chunks.clear()
                self.release()
                if message.get("more_body", False):
                    await self._drop_rest()
                raise self._no_room()
            self._kept_bytes += len(chunk)
            chunks.append(chunk)
            if not message.get("more_body", False):
                self.is_read = True
                return chunks[0] if len(chunks) == 1 else b"".join(chunks)
            if TIMEOUTS.is_late(size, monotonic() - began):
                raise too_slow()

    async def _drop_rest(self) -> None:
        """Read on without keeping anything, within bounds of bytes and time.

        Raises:
            ClientGone: when the caller left before the end.
        """
        dropped = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(_MAX_DROPPING_SECONDS):
                while dropped < _MAX_DROPPED_BYTES:
                    message = await self.receive()
                    if message["type"] == "http.disconnect":
                        raise ClientGone
                    if not message.get("more_body", False):
                        return
                    dropped += len(message.get("body", b""))

    def _no_room(self) -> ServingError:
        return ServingError(
            f"The bodies of all requests take more than {self._bodies.max_bytes} bytes. Try again "
            "in a second, or add replicas.",
            code="overloaded",
            headers=((b"retry-after", b"1"), (b"connection", b"close")),
        )

    def _too_large(self) -> ServingError:
        return ServingError(
            f"The request body is longer than {self._max_body_bytes} bytes. Send a smaller input.",
            code="body_too_large",
            headers=((b"connection", b"close"),),
            max_body_bytes=self._max_body_bytes,
        )


def too_slow() -> ServingError:
    """Return the refusal of a body that does not come, or hardly."""
    return ServingError(
        f"The request did not arrive in time: {TIMEOUTS.idle_seconds:.0f} seconds without a byte, "
        f"or fewer than {TIMEOUTS.bytes_per_second:.0f} bytes a second. Send it again, or a "
        "smaller one.",
        code="request_too_slow",
        headers=((b"connection", b"close"),),
    )


def media_type_of(content_type: bytes) -> str:
    """Return a content type in lower case, without parameters."""
    return content_type.decode("latin-1").partition(";")[0].strip().lower()


def parse_query(query_string: bytes) -> dict[str, str]:
    """Return the fields of a query; the last of a name wins."""
    if not query_string:
        return {}
    text = query_string.decode("latin-1")
    return {name: values[-1] for name, values in parse_qs(text, keep_blank_values=True).items()}


def require_uncompressed(headers: Mapping[bytes, bytes]) -> None:
    """Refuse a body that its header says is compressed.

    Raises:
        ServingError: ``media_type_unsupported``.
    """
    encoding = headers.get(b"content-encoding", b"").strip().lower()
    if encoding not in (b"", b"identity"):
        raise ServingError(
            "Compressed request bodies are not read. Send the body as it is, without "
            "Content-Encoding.",
            code="media_type_unsupported",
        )


def parse_json_object(body: bytes) -> dict[str, Any]:
    """Parse a body that must be one JSON object.

    Raises:
        ServingError: ``body_not_json``.
    """
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise ServingError(
            f"The body is not valid JSON ({error}). Send a JSON object.", code="body_not_json"
        ) from error
    if not isinstance(document, dict):
        raise ServingError(
            "The body is JSON, but not an object. Send a JSON object.", code="body_not_json"
        )
    return document
