"""Answers that are not whole when they begin: bodies that come bit by bit, and other protocols."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

from engine.serving.forwarding.upstream import Response


@dataclass(kw_only=True)
class StreamingResponse(Response):
    """An answer whose body comes in pieces, each sent as soon as it is there.

    The end of the body is that of the connection, which every version of HTTP understands; what is
    sent has to say by itself whether it is whole.
    """

    pieces: Callable[[], AsyncGenerator[bytes, None]]

    def head(self, *, is_last: bool) -> bytes:
        """Return status line and headers, without a length."""
        whole = Response(self.status, self.headers, b"").head(is_last=is_last)
        return whole.replace(b"content-length: 0\r\n", b"")


@dataclass(kw_only=True)
class UpgradeResponse(Response):
    """An answer after which the connection is another protocol's."""

    protocol: Callable[[], asyncio.Protocol]
