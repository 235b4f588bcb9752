"""Bodies that are produced while they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, StreamingHttpResponse

_END = object()


def streamed(
    request: HttpRequest, pieces: Iterator[bytes], *, media_type: str
) -> StreamingHttpResponse:
    """Answer with pieces as they come, without holding up the event loop under ASGI."""
    is_asgi = isinstance(request, ASGIRequest)
    body = _in_threads(pieces) if is_asgi else pieces
    return StreamingHttpResponse(body, content_type=media_type)


async def _in_threads(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    while (piece := await asyncio.to_thread(_next, pieces)) is not _END:
        yield piece  # type: ignore[misc]


def _next(pieces: Iterator[bytes]) -> object:
    """Return the next piece, and keep no connection that the database may end until the next."""
    try:
        return next(pieces, _END)
    finally:
        close_old_connections()
