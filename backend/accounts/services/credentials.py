"""Whether a request that has not been read yet comes from somebody who is known here."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import connections
from django.http import parse_cookie

from backend.accounts.services.api_keys import use_api_key

Headers = Iterable[tuple[bytes, bytes]]


def has_credentials(headers: Headers) -> bool:
    """Tell whether a session or an API key stands behind the headers of a request.

    Views ask again, for what the request is about: this is only about how much may be sent.
    """
    given = {name: value.decode("latin-1") for name, value in headers}
    try:
        return _has_key(given.get(b"authorization", "")) or _has_session(given.get(b"cookie", ""))
    finally:
        connections.close_all()


def _has_key(header: str) -> bool:
    scheme, _, secret = header.partition(" ")
    return scheme.lower() == "bearer" and use_api_key(secret=secret.strip()) is not None


def _has_session(header: str) -> bool:
    key = parse_cookie(header).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return session.get(SESSION_KEY) is not None
