"""Bodies of requests are bounded before anything of them is kept, whoever sends them, where to.

Django keeps a body whole, in memory or a file, before a view is asked whether it wants it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterable
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connections
from django.urls import Resolver404, resolve

from backend.api.errors import ApiError, Param
from backend.api.problems import problem
from backend.api.room import is_disk_full
from backend.config.assets import Application, Message, Receive, Scope, Send
from engine.specs.request_timeouts import BodyTimeouts

MIB = 1 << 20
# What anybody may send: enough to sign in and to sign up.
ANYBODY = 64 * 1024
# What people and programs that are known here may send to most addresses.
KNOWN = 64 * MIB
# Applications that call an endpoint as EasyDL's are known to the endpoint alone.
PASSED_ON = 16 * MIB
_PASSED_ON_PATH = "/rpc/"

IsKnown = Callable[[Iterable[tuple[bytes, bytes]]], bool]
"""Tells of the headers of a request whether somebody who is known here stands behind it."""


class _Refused(Exception):
    """A body that is not taken; carries the answer."""

    def __init__(self, status: int, code: str, message: str, **params: Param) -> None:
        super().__init__(message)
        self.status = status
        self.seconds = params.get("seconds")
        self.body = problem(status=status, code=code, message=message, params=params)


class _Body:
    """One body on its way in."""

    def __init__(
        self, scope: Scope, receive: Receive, is_known: IsKnown, timeouts: BodyTimeouts
    ) -> None:
        self._scope = scope
        self._is_known = is_known
        self._receive = receive
        self._timeouts = timeouts
        self._num_bytes = 0
        self._began = time.monotonic()
        self._maximum: int | None = None
        self.has_ended = False

    async def check(self, num_bytes: int) -> None:
        """Refuse a body of so many bytes, or that has grown to so many.

        Raises:
            _Refused: when it is larger than its sender may send there, or than there is room for.
        """
        # Most bodies are that small, and need no query for who sends them.
        if num_bytes <= ANYBODY:
            return
        if self._maximum is None:
            self._maximum = await _maximum(self._scope, self._is_known)
            if is_disk_full():
                raise _Refused(
                    503,
                    "disk_full",
                    "There is no room left on the disk of this installation. Free some room: "
                    "empty the trash, or ask the administrator.",
                )
        if num_bytes > self._maximum:
            raise _Refused(
                413,
                "request_too_large",
                f"One request takes at most {self._maximum} bytes here. Send less at once.",
                maximum=self._maximum,
            )

    async def receive(self) -> Message:
        """Return the next piece, or the end of the connection.

        Raises:
            _Refused: when the body is too large or comes too slowly.
        """
        if self.has_ended:
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), self._timeouts.idle_seconds)
        except TimeoutError:
            raise _too_slow() from None
        if message["type"] != "http.request":
            return message
        self._num_bytes += len(message.get("body", b""))
        await self.check(self._num_bytes)
        self.has_ended = not message.get("more_body", False)
        seconds = time.monotonic() - self._began
        if not self.has_ended and self._timeouts.is_late(self._num_bytes, seconds):
            raise _too_slow()
        return message


def with_bounded_bodies(
    application: Application, is_known: IsKnown, timeouts: BodyTimeouts = BodyTimeouts()
) -> Application:
    """Return an application that is given no body larger, or slower, than it may be."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        body = _Body(scope, receive, is_known, timeouts)
        try:
            await body.check(_length(scope))
            await application(scope, body.receive, send)
        except _Refused as refused:
            await _respond(send, refused)
            await _discard(receive)

    return serve


def _length(scope: Scope) -> int:
    """Return what the header says; ``0`` of a body in chunks, which is counted as it comes."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            # Longer ones are no size, and Python refuses to read thousands of digits.
            return int(value[:18])
    return 0


async def _maximum(scope: Scope, is_known: IsKnown) -> int:
    """Return how large the body of a request may be that anybody may not send."""
    path = scope["path"]
    if path.startswith(_PASSED_ON_PATH):
        return PASSED_ON
    try:
        found = resolve(path)
    except Resolver404:
        return ANYBODY
    view = getattr(found.func, "cls", None)
    maximum: int = getattr(view, "max_body_bytes", KNOWN)
    # With a thread of its own; all requests would wait for one thread of the process otherwise.
    async with ThreadSensitiveContext():
        require = getattr(view, "require_sender", None)
        if require is not None:
            await sync_to_async(_require_sender)(require, scope, found.kwargs)
        elif not await sync_to_async(is_known)(scope["headers"]):
            return ANYBODY
    return maximum


def _require_sender(require: Callable[..., None], scope: Scope, path: dict[str, Any]) -> None:
    """Have a view that takes bodies of people who are not known here say whose.

    Raises:
        _Refused: with what the view would say, were it asked.
    """
    try:
        require(scope["headers"], **path)
    except ApiError as error:
        raise _Refused(error.status, error.code, error.message, **error.params) from error
    finally:
        connections.close_all()


def _too_slow() -> _Refused:
    return _Refused(
        408, "request_too_slow", "The request did not arrive in time. Send it again, or in parts."
    )


async def _respond(send: Send, refused: _Refused) -> None:
    content = json.dumps(refused.body).encode()
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(content)).encode()),
        # The rest of the body is still under way, and would be taken for the next request.
        (b"connection", b"close"),
        (b"x-content-type-options", b"nosniff"),
        *([(b"retry-after", b"%d" % refused.seconds)] if isinstance(refused.seconds, int) else []),
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def _discard(receive: Receive) -> None:
    """Read on for a moment: who is still sending would not see the answer otherwise."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(1.0):
            while (message := await receive())["type"] == "http.request":
                if not message.get("more_body", False):
                    return
