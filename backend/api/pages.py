"""The browser application: one page for every address that is not the API's."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import ensure_csrf_cookie


@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """Answer with the built ``index.html``; what it loads is sent by ``backend.config.assets``."""
    del request
    return _index({"Cache-Control": "no-cache"})


def guest_page(request: HttpRequest) -> HttpResponse:
    """Answer with the same for guests with a link: no cookie, in no cache and no search engine.

    The address is a secret, which no other site is told by whoever follows a link on the page.
    """
    del request
    return _index(
        {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
    )


def _index(headers: Mapping[str, str]) -> HttpResponse:
    if not settings.PAGE.is_file():
        return HttpResponse(
            "The browser application is not built. Run `make frontend`.\n",
            status=503,
            content_type="text/plain",
        )
    return HttpResponse(settings.PAGE.read_bytes(), headers=dict(headers))
