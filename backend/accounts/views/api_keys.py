"""Personal API keys."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts import selectors
from backend.accounts import serializers as shapes
from backend.accounts.models import Role
from backend.accounts.services import api_keys
from backend.api.schema import operation
from backend.api.views import View


class ApiKeysView(View):
    """``/api-keys``."""

    @operation("list_api_keys", response=shapes.ApiKeySerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's own API keys."""
        return self.page(selectors.api_keys_of(caller=self.caller), shapes.ApiKeySerializer)

    @operation(
        "create_api_key",
        body=shapes.NewApiKeySerializer,
        response=shapes.CreatedApiKeySerializer,
        status=201,
        least=Role.VIEWER,
        about=selectors.require_role,
        named="organisation_id",
        scope="session",
    )
    def post(self, request: Request, role: Role) -> object:
        """Create an API key; its secret is shown only now."""
        fields = self.body(shapes.NewApiKeySerializer)
        return api_keys.create_api_key(user_id=self.caller.user_id, **fields)


class ApiKeyView(View):
    """``/api-keys/{id}``."""

    @operation("revoke_api_key", status=204, scope="session")
    def delete(self, request: Request, key_id: UUID) -> None:
        """Revoke a key."""
        api_keys.revoke_api_key(user_id=self.caller.user_id, key_id=key_id)
