"""A name for every request, in the answer and beside every log line about it."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

Handler = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def RequestIdMiddleware(get_response: Handler) -> Handler:
    """Set ``X-Request-ID`` on every answer."""
    if iscoroutinefunction(get_response):

        async def handle_async(request: HttpRequest) -> HttpResponseBase:
            response = await get_response(request)
            response["X-Request-ID"] = uuid.uuid4().hex
            return response  # type: ignore[no-any-return]

        return handle_async

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response["X-Request-ID"] = uuid.uuid4().hex  # type: ignore[index]
        return response  # type: ignore[return-value]

    return handle
