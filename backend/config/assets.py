"""Files of the browser application, and wheels, sent by the ASGI process itself.

Django would send them through a thread and an adapter each; here a file is one read. Files under
``/assets`` carry a hash in their name, so browsers may keep them for ever.
"""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

SERVER_PATHS = ("/api/", "/rpc/", "/oauth/")
# The page itself goes through Django, which sets the CSRF cookie with it.
_PAGES = frozenset({"", "index.html"})
_VARIANTS = (("br", ".br"), ("gzip", ".gz"))


def with_assets(
    application: Application, folder: Path, *, under: str = "/", only: str = "assets/"
) -> Application:
    """Return an application that answers with files of ``folder``, and asks ``application`` else.

    ``name.br`` and ``name.gz`` beside a file are sent in its place to browsers that take them.

    Args:
        application: answers what no file does.
        folder: of the files.
        under: the address of the folder.
        only: names that begin so are files of the folder, or not there at all.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        address = scope["path"] if scope["type"] == "http" else ""
        if address.startswith(under) and not address.startswith(SERVER_PATHS):
            name = address[len(under) :].lstrip("/")
            path = await asyncio.to_thread(_file, folder, name)
            if path is not None:
                await _send_file(scope, send, path, name)
                return
            if name and name.startswith(only):
                await _send(send, 404, [(b"content-type", b"text/plain")], b"Not found.\n")
                return
        await application(scope, receive, send)

    return serve


def _file(folder: Path, name: str) -> Path | None:
    if name in _PAGES or "\0" in name:
        return None
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except (OSError, ValueError):
        # A name that the file system cannot have, such as one of 5,000 letters.
        return None


async def _send_file(scope: Scope, send: Send, path: Path, name: str) -> None:
    if scope["method"] not in ("GET", "HEAD"):
        await _send(send, 405, [(b"allow", b"GET, HEAD")], b"")
        return
    accepted = _headers(scope).get(b"accept-encoding", b"").decode("latin-1")
    encoding, body = await asyncio.to_thread(_read, path, accepted)
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if media_type.startswith("text/") else ""
    keep = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
    headers = [
        (b"content-type", f"{media_type}{charset}".encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", keep.encode()),
        (b"vary", b"Accept-Encoding"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if encoding:
        headers.append((b"content-encoding", encoding.encode()))
    await _send(send, 200, headers, b"" if scope["method"] == "HEAD" else body)


def _read(path: Path, accepted: str) -> tuple[str | None, bytes]:
    words = {word.split(";")[0].strip() for word in accepted.split(",")}
    for encoding, suffix in _VARIANTS:
        variant = path.with_name(path.name + suffix)
        if encoding in words and variant.is_file():
            return encoding, variant.read_bytes()
    return None, path.read_bytes()


def _headers(scope: Scope) -> Mapping[bytes, bytes]:
    return dict(scope["headers"])


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
