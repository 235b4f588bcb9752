"""Choosing a password by a link, and asking for one."""

from __future__ import annotations

from uuid import UUID

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle
from rest_framework.views import APIView

from backend.accounts import selectors
from backend.accounts import serializers as shapes
from backend.accounts.contracts import Role
from backend.accounts.secrets import digest
from backend.accounts.services import password_links, password_mails, password_resets, sessions
from backend.api.schema import operation
from backend.api.views import View


class AddressRateThrottle(SimpleRateThrottle):
    """Bounds how many mails one address is sent, known here or not, whoever asks for them."""

    scope = "password_mail_to"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return what the calls about one address have in common."""
        email = request.data.get("email") if isinstance(request.data, dict) else None
        if not isinstance(email, str):
            return None
        return self.cache_format % {"scope": self.scope, "ident": digest(email.strip().lower())}


class PasswordResetsView(View):
    """``/password-resets``."""

    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle, AddressRateThrottle)
    throttle_scope = "password_mail"

    @operation(
        "create_password_reset",
        body=shapes.PasswordLinkRequestSerializer,
        status=202,
        public=True,
    )
    def post(self, request: Request) -> None:
        """Create a password reset: send a link to a known address; always the same response."""
        password_mails.ask_for_link(**self.body(shapes.PasswordLinkRequestSerializer))


class PasswordResetView(View):
    """``/password-resets/{token}``."""

    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "sign_in"

    @operation("get_password_reset", response=shapes.PasswordResetSerializer, public=True)
    def get(self, request: Request, token: str) -> object:
        """Get whose password a link resets."""
        return {"email": password_resets.open_reset(token).user.email}

    @operation(
        "set_password",
        body=shapes.NewPasswordSerializer,
        response=shapes.SessionSerializer,
        public=True,
    )
    def post(self, request: Request, token: str) -> object:
        """Set a password, and sign in with it."""
        fields = self.body(shapes.NewPasswordSerializer)
        user = password_resets.use_reset(token=token, **fields)
        sessions.begin_session(request=request._request, user=user)
        return selectors.session_of(user)


class MemberPasswordLinkView(View):
    """``/organisations/{id}/members/{id}/password-link``."""

    @operation(
        "create_password_link",
        response=shapes.PasswordLinkSerializer,
        status=201,
        least=Role.ADMIN,
        scope="session",
    )
    def post(self, request: Request, organisation_id: UUID, member_id: UUID) -> object:
        """Create a link by which a member sets a password; older links stop working."""
        selectors.require_role(
            caller=self.caller, organisation_id=organisation_id, minimum=Role.ADMIN
        )
        membership = selectors.member_of(organisation_id=organisation_id, member_id=member_id)
        return password_links.make_member_link(membership=membership, made_by=self.caller)
