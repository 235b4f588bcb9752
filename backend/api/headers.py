"""Headers that tell browsers what a page of ours may do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

Handler = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]

# Styles are set by the component library while it runs; scripts come from us alone.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "style-src 'self' 'unsafe-inline'",
        "font-src 'self' data:",
        # Pages call endpoints to try them, which answer at other ports and hosts, and read files
        # that were chosen to draw them.
        "connect-src 'self' http: https: ws: wss: blob:",
        # What was just recorded, or chosen to be tried, is heard and seen before it is sent.
        "media-src 'self' blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


@sync_and_async_middleware
def SecurityHeadersMiddleware(get_response: Handler) -> Handler:
    """Set the headers on every answer that does not set them itself."""
    if iscoroutinefunction(get_response):

        async def handle_async(request: HttpRequest) -> HttpResponseBase:
            return _guarded(await get_response(request))

        return handle_async

    def handle(request: HttpRequest) -> HttpResponseBase:
        return _guarded(get_response(request))  # type: ignore[arg-type]

    return handle


def _guarded(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault(
        "Permissions-Policy", "camera=(self), microphone=(self), geolocation=()"
    )
    return response
