"""One message, put to the gateway as a call of ``/predict`` like any other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import orjson

from engine.gateway.places import ENDPOINTS
from engine.gateway.routes import REVISION, Routes
from engine.serving.forwarding.upstream import Asked, Headers, Response
from engine.serving.http import JSON, parse_query
from engine.serving.protocol.addresses import secret_of

_OF_THE_OPENING = frozenset(
    {
        b"accept", b"accept-encoding", b"connection", b"content-length", b"content-type",
        b"content-encoding", b"expect", b"transfer-encoding", b"upgrade", b"x-request-id",
        b"authorization", b"x-api-key",
    }
)  # fmt: skip
"""Headers that are about the request that opens a stream, or are written anew."""
SAMPLE_RATE = "sample_rate"
RATE = "rate_limited"
_TOO_MANY = 429
_MAX_RATE_SECONDS = 60.0
"""So long one message waits until the rate of its caller allows it."""
_NOT_OPTIONS = frozenset({"access_token", SAMPLE_RATE})


@dataclass(frozen=True)
class GatewayAccess:
    """Through what calls go.

    Attributes:
        routes: the deployments.
        forward: answers a request.
        renew: takes over a newer spec, where there is one.
    """

    routes: Routes
    forward: Callable[[Asked], Awaitable[Response]]
    renew: Callable[[], None]


@dataclass(frozen=True)
class Answer:
    """What a call was answered: the document of ``/predict`` or of its error."""

    status: int
    body: bytes

    @property
    def is_error(self) -> bool:
        """Tell whether the call was refused or failed."""
        return self.status != 200

    def error(self) -> dict[str, Any]:
        """Return what is told of a call that was not answered."""
        try:
            known = orjson.loads(self.body)
        except orjson.JSONDecodeError:
            known = {}
        return {
            "code": known.get("code", "internal"),
            "message": known.get("detail", "The call failed."),
            "status": self.status,
            "params": known.get("params", {}),
        }

    @property
    def wait_seconds(self) -> float | None:
        """How long a call that came too fast has to wait, ``None`` of any other answer."""
        if self.status != _TOO_MANY:
            return None
        error = self.error()
        return error["params"].get("retry_after_seconds") if error["code"] == RATE else None

    def with_fields(self, fields: Mapping[str, object]) -> bytes:
        """Return the document with others before its own, or the error beside them."""
        if self.is_error:
            return orjson.dumps({**fields, "error": self.error()})
        # It is JSON already, and may be long.
        return orjson.dumps(fields)[:-1] + b"," + self.body[1:]

    def results(self) -> list[Any]:
        """Return the results, none of an error."""
        if self.is_error:
            return []
        found = orjson.loads(self.body).get("results")
        return found if isinstance(found, list) else []


class CallSender:
    """Puts messages of one caller to one endpoint.

    Calls of one stream stay with the revision that answered first, while that one is awake and has
    a share of the calls.
    """

    def __init__(self, access: GatewayAccess, suffix: str, opening: Asked, request_id: str) -> None:
        """Prepare to ask.

        Args:
            access: through what calls go.
            suffix: which deployment is asked.
            opening: the request that opened the stream; its headers are those of every call.
            request_id: of the stream; calls have the number of their message behind it.
        """
        _, _, query = opening.url.partition(b"?")
        headers = dict(opening.headers)
        self._access = access
        self._suffix = suffix
        self._peer = opening.peer
        self._request_id = request_id
        self.secret = secret_of(headers, query)
        self.headers: Headers = [
            pair
            for pair in opening.headers
            if pair[0] not in _OF_THE_OPENING and not pair[0].startswith(b"sec-websocket-")
        ]
        if self.secret is not None:
            self.headers.append(
                (b"authorization", b"Bearer " + self.secret.encode("latin-1", "replace"))
            )
        self.query = parse_query(query)
        self.options: dict[str, str] = {
            name: value for name, value in self.query.items() if name not in _NOT_OPTIONS
        }
        self._revision: int | None = None
        self._may_stay = REVISION not in headers

    async def ask_in_turn(
        self, body: bytes, media_type: bytes, options: Mapping[str, str], number: int
    ) -> Answer:
        """Have one message answered; one that comes too fast waits until the rate allows it.

        The arguments are those of ``ask``.
        """
        deadline = time.monotonic() + _MAX_RATE_SECONDS
        while True:
            answer = await self.ask(body, media_type, options, number)
            seconds = answer.wait_seconds
            if seconds is None or time.monotonic() + seconds > deadline:
                return answer
            await asyncio.sleep(seconds)

    async def ask(
        self, body: bytes, media_type: bytes, options: Mapping[str, str], number: int
    ) -> Answer:
        """Have one message answered.

        Args:
            body: the body of the request.
            media_type: its content type.
            options: the fields of its query.
            number: the message that it belongs to.
        """
        query = urlencode(options).encode()
        path = f"{ENDPOINTS}{self._suffix}/predict".encode("latin-1")
        headers = [
            *self.headers,
            (b"content-type", media_type),
            (b"x-request-id", f"{self._request_id}-{number}".encode()),
        ]
        names_version = "version" in options or (media_type == JSON and b'"version"' in body)
        stays = self._may_stay and not names_version
        if stays and self._is_answering():
            headers.append((REVISION, b"%d" % (self._revision or 0)))
        url = path + b"?" + query if query else path
        response = await self._access.forward(Asked(b"POST", url, headers, body, None, self._peer))
        if stays and response.status == 200:
            known = dict(response.headers).get(REVISION)
            self._revision = None if known is None else int(known)
        return Answer(response.status, response.body)

    @property
    def is_known(self) -> bool:
        """Tell whether the endpoint is still there."""
        return self._access.routes.of_suffix(self._suffix) is not None

    def _is_answering(self) -> bool:
        # Not by a share that it had before.
        self._access.renew()
        route = self._access.routes.of_suffix(self._suffix)
        if route is None or self._revision is None:
            return False
        return route.revisions.is_answering(self._revision)
