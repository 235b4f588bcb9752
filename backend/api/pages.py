"""The browser application: one page for every address that is not the API's."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import ensure_csrf_cookie


@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """Answer with the built ``index.html``; what it loads is sent by ``backend.config.assets``."""
    del request
    if not settings.PAGE.is_file():
        return HttpResponse(
            "The browser application is not built. Run `make frontend`.\n",
            status=503,
            content_type="text/plain",
        )
    return HttpResponse(settings.PAGE.read_bytes(), headers={"Cache-Control": "no-cache"})
