"""Signing in, signing up, and oneself."""

from __future__ import annotations

from uuid import UUID

from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle

from backend.accounts import selectors
from backend.accounts import serializers as shapes
from backend.accounts.models import User
from backend.accounts.services import sessions, signed_in, users
from backend.api.callers import caller_of
from backend.api.schema import operation
from backend.api.views import View


class SessionView(View):
    """``/session``."""

    permission_classes = (AllowAny,)
    throttle_scope = "sign_in"

    def get_throttles(self) -> list[BaseThrottle]:
        """Throttle attempts to sign in, nothing else."""
        return [ScopedRateThrottle()] if self.request.method == "POST" else []

    @method_decorator(ensure_csrf_cookie)
    @operation("get_session", response=shapes.SessionSerializer, public=True)
    def get(self, request: Request) -> object:
        """Get the signed-in user; sets the CSRF cookie."""
        user = _user(request)
        only = None if user is None else caller_of(request).organisation_id
        return selectors.session_of(user, organisation_id=only)

    @operation(
        "sign_in",
        body=shapes.SignInSerializer,
        response=shapes.SessionSerializer,
        public=True,
    )
    def post(self, request: Request) -> object:
        """Sign in. Only JSON is read, which no form of another site can send."""
        fields = self.body(shapes.SignInSerializer)
        user = sessions.sign_in(request=request._request, **fields)
        return selectors.session_of(user)

    @operation("sign_out", status=204, public=True)
    def delete(self, request: Request) -> None:
        """Sign out."""
        sessions.sign_out(request=request._request)


class UsersView(View):
    """``/users``."""

    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "sign_up"

    @operation(
        "create_user",
        body=shapes.SignUpSerializer,
        response=shapes.SessionSerializer,
        status=201,
        public=True,
    )
    def post(self, request: Request) -> object:
        """Sign up with a new organisation or an invitation, and sign in."""
        fields = self.body(shapes.SignUpSerializer)
        user = users.sign_up(**fields)
        sessions.begin_session(request=request._request, user=user)
        return selectors.session_of(user)


class MeView(View):
    """``/users/me``."""

    @operation(
        "update_user",
        body=shapes.UserChangeSerializer,
        response=shapes.UserSerializer,
        scope="session",
    )
    def patch(self, request: Request) -> object:
        """Update the caller's name, language or password."""
        fields = self.body(shapes.UserChangeSerializer)
        user = users.change_user(user_id=self.caller.user_id, **fields)
        if "password" in fields:
            sessions.keep_session(request=request._request, user=user)
            # Read only now: keeping the session gives it another key.
            kept = request._request.session.session_key
            signed_in.end_sessions(user_id=user.id, but=kept)
        return user


class SessionsView(View):
    """``/sessions``."""

    @operation("list_sessions", response=shapes.SignedInSerializer(many=True), scope="session")
    def get(self, request: Request) -> Response:
        """List the caller's sessions, last seen first."""
        own = request._request.session.session_key
        return self.page(
            signed_in.sessions_of(user_id=self.caller.user_id),
            shapes.SignedInSerializer,
            ordering=("-last_seen_at", "-id"),
            complete=lambda rows: [
                {**vars(row), "is_current": row.session_key == own} for row in rows
            ],
        )

    @operation("delete_other_sessions", status=204, scope="session")
    def delete(self, request: Request) -> None:
        """Sign out of all other sessions."""
        own = request._request.session.session_key
        signed_in.end_sessions(user_id=self.caller.user_id, but=own)


class SessionEndView(View):
    """``/sessions/{id}``."""

    @operation("delete_session", status=204, scope="session")
    def delete(self, request: Request, session_id: UUID) -> None:
        """Sign out of a session."""
        signed_in.end_session(user_id=self.caller.user_id, session_id=session_id)


def _user(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None
