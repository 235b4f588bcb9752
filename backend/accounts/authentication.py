"""Who calls: a browser session or a personal API key. ``request.user`` stays Django's user."""

from __future__ import annotations

from typing import Any

from rest_framework import authentication, exceptions
from rest_framework.request import Request

from backend.accounts.services.api_keys import use_api_key
from backend.accounts.services.signed_in import note_seen
from backend.api.errors import NotAllowed


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session with CSRF check; 401 instead of 403 when absent."""

    def authenticate_header(self, request: Request) -> str:
        """Ask for a Bearer key, which makes DRF answer 401."""
        del request
        return "Bearer"

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return the session's person, and note that it was seen."""
        found = super().authenticate(request)
        if found is not None:
            note_seen(user_id=found[0].id, request=request._request)
        return found

    def enforce_csrf(self, request: Request) -> None:
        """Refuse a page that was loaded before somebody signed in or out elsewhere.

        Raises:
            NotAllowed: ``csrf_failed``.
        """
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise NotAllowed(f"{error.detail} Load the page again.", code="csrf_failed") from error


class ApiKeyAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer ek_…``; ``request.auth`` is then the key."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return the key's person and the key, or ``None`` when the header is absent.

        Raises:
            AuthenticationFailed: when the key is unknown, expired or revoked.
        """
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        key = use_api_key(secret=secret.strip())
        if key is None:
            raise exceptions.AuthenticationFailed(
                "This API key is unknown, expired or revoked. Create a new one."
            )
        return key.user, key

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401."""
        del request
        return "Bearer"
