"""Sign in and out."""

from __future__ import annotations

from django.contrib import auth
from django.http import HttpRequest

from backend.accounts.models import User
from backend.accounts.services import attempts
from backend.api.errors import NotAuthenticated


def sign_in(*, request: HttpRequest, email: str, password: str) -> User:
    """Begin a session.

    Raises:
        Throttled: ``sign_in_delayed`` after too many failures.
        NotAuthenticated: when address and password do not belong together; it does not say which
            of the two is wrong, so that nobody learns who has an account.
    """
    address = request.META.get("REMOTE_ADDR", "")
    attempts.require_patience(email=email, address=address)
    user = auth.authenticate(request, username=email.lower(), password=password)
    if not isinstance(user, User):
        attempts.note_failure(subject=email, address=address)
        raise NotAuthenticated(
            "E-mail address and password do not belong together. Check both.",
            code="credentials_wrong",
        )
    attempts.forgive(subject=email, address=address)
    auth.login(request, user)
    return user


def begin_session(*, request: HttpRequest, user: User) -> None:
    """Sign in somebody who has just proved who they are."""
    auth.login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def keep_session(*, request: HttpRequest, user: User) -> None:
    """Keep this session, and no other, after the password has changed."""
    auth.update_session_auth_hash(request, user)


def sign_out(*, request: HttpRequest) -> None:
    """End the session; without one this changes nothing."""
    auth.logout(request)
