"""Streams that go on without Django, once it has let somebody watch."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from typing import Any

from backend.config.assets import Application, Receive, Scope, Send

STREAM = "easel.stream"


def with_streams(application: Application) -> Application:
    """Return an application that sends streams itself, once Django has let somebody watch.

    Django keeps a thread for each request it has not finished.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith("/stream"):
            await application(scope, receive, send)
            return
        handed: list[AsyncGenerator[bytes, None]] = []
        begun: list[Any] = []

        async def hold_back(message: Any) -> None:
            if not handed:
                await send(message)
            elif message["type"] == "http.response.start":
                # Django has counted the empty body of the response that only says who may watch.
                kept = [one for one in message["headers"] if one[0].lower() != b"content-length"]
                begun.append({**message, "headers": kept})

        await application({**scope, STREAM: handed}, receive, hold_back)
        if handed and begun:
            await _while_connected(_send_all(handed[0], begun[0], send), receive)

    return serve


async def _send_all(stream: AsyncGenerator[bytes, None], start: Any, send: Send) -> None:
    try:
        await send(start)
        async for piece in stream:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        await stream.aclose()


async def _while_connected(sending: Coroutine[Any, Any, None], receive: Receive) -> None:
    tasks = {asyncio.create_task(sending), asyncio.create_task(_disconnected(receive))}
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
