"""Requests that are wrong before any view sees them, answered in the common shape.

Django answers some of them in HTML or not at all: an address that is too long or holds what no
address may, a header that cannot be read, a body that is larger than it says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from backend.api.problems import problem
from backend.config.assets import SERVER_PATHS, Application, Receive, Scope, Send

MAX_PATH, MAX_QUERY = 4_000, 32_000
_CODES = {400: "malformed", 403: "not_allowed", 404: "not_found", 413: "too_large"}


def with_problems(application: Application) -> Application:
    """Return an application whose errors outside of views are problem+json, too."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        wrong = _wrong_request(scope)
        if wrong is not None:
            await _send_problem(send, *wrong)
            return
        if not scope["path"].startswith(SERVER_PATHS):
            await application(scope, receive, send)
            return
        replaced = False

        async def send_problem(message: Mapping[str, Any]) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start" and _is_page_of_django(message):
                replaced = True
                await _send_problem(
                    send,
                    message["status"],
                    f"{HTTPStatus(message['status']).phrase}. The request cannot be read.",
                    _kept(message),
                )
            elif not replaced:
                await send(dict(message))

        await application(scope, receive, send_problem)

    return serve


def _wrong_request(scope: Scope) -> tuple[int, str] | None:
    """Return the status and text for what no address takes, ``None`` for anything else."""
    if scope["method"] == "TRACE":
        return 405, "TRACE is not answered here. Use another method."
    has_host = any(name == b"host" for name, _ in scope["headers"])
    if scope["http_version"] == "1.1" and not has_host:
        return 400, "The request has no header Host, which HTTP/1.1 asks for. Send one."
    path, query = scope["path"], scope.get("query_string", b"")
    if len(path) > MAX_PATH or len(query) > MAX_QUERY:
        return 414, (
            f"The address is too long: its path may have {MAX_PATH} characters, its query "
            f"{MAX_QUERY}. Send long values in the body."
        )
    if "\0" in path or "\ufffd" in path or not _is_text(path):
        return 400, "The address holds a NUL or bytes that are not UTF-8. Send UTF-8."
    return None


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_page_of_django(message: Mapping[str, Any]) -> bool:
    headers = {bytes(key).lower(): bytes(value) for key, value in message.get("headers", ())}
    return message["status"] >= 400 and headers.get(b"content-type", b"").startswith(b"text/html")


def _kept(message: Mapping[str, Any]) -> list[tuple[bytes, bytes]]:
    """Return the headers that are not about the body."""
    return [
        (key, value)
        for key, value in message.get("headers", ())
        if bytes(key).lower() not in (b"content-type", b"content-length")
    ]


async def _send_problem(
    send: Send, status: int, text: str, headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    code = "address_too_long" if status == 414 else _CODES.get(status, "malformed")
    body = json.dumps(problem(status=status, code=code, message=text)).encode()
    about = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        *(headers or ()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": about})
    await send({"type": "http.response.body", "body": body})
