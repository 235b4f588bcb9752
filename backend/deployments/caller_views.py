"""Who may call an endpoint: keys, access tokens and applications over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.accounts.selectors import require_role
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments import selectors, serializers
from backend.deployments.contracts import EndpointName
from backend.deployments.models import Deployment
from backend.deployments.services import callers
from backend.deployments.services.access import create_access


class KeyList(View):
    """The keys of an endpoint."""

    @operation(
        "list_deployment_keys",
        response=serializers.EndpointKeySerializer(many=True),
        least=Role.DEVELOPER,
        about=selectors.require_deployment,
    )
    def get(self, request: Request, deployment: Deployment) -> Response:
        """List the keys of an endpoint, newest first, without their secrets."""
        return self.page(
            selectors.list_keys(deployment_id=deployment.id), serializers.EndpointKeySerializer
        )

    @operation(
        "create_deployment_key",
        body=serializers.EndpointKeyCreateSerializer,
        response=serializers.CreatedEndpointKeySerializer,
        status=201,
        least=Role.DEVELOPER,
        about=selectors.require_deployment,
    )
    def post(self, request: Request, deployment: Deployment) -> object:
        """Create a key of an endpoint; the secret is in this response only."""
        fields = self.body(serializers.EndpointKeyCreateSerializer)
        return callers.create_key(caller=self.caller, deployment_id=deployment.id, **fields)


class KeyDetail(View):
    """One key."""

    @operation(
        "revoke_deployment_key",
        status=204,
        late=serializers.RevocationSerializer,
        least=Role.DEVELOPER,
    )
    def delete(self, request: Request, deployment_id: UUID, key_id: UUID) -> Response:
        """Revoke a key; 202 while its model server has not confirmed that it refuses it."""
        return _revoked(
            callers.revoke_key(caller=self.caller, deployment_id=deployment_id, key_id=key_id)
        )


class AccessList(View):
    """Keys and applications of an endpoint that are made together."""

    @operation(
        "create_deployment_access",
        body=serializers.AccessCreateSerializer,
        response=serializers.CreatedAccessSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=selectors.require_deployment,
    )
    def post(self, request: Request, deployment: Deployment) -> object:
        """Create a key, and an application with a token; secrets are in this response only."""
        fields = self.body(serializers.AccessCreateSerializer)
        return create_access(caller=self.caller, deployment_id=deployment.id, **fields)


class TokenList(View):
    """The access tokens of an endpoint."""

    @operation(
        "list_deployment_tokens",
        response=serializers.AccessTokenSerializer(many=True),
        least=Role.DEVELOPER,
        about=selectors.require_deployment,
    )
    def get(self, request: Request, deployment: Deployment) -> Response:
        """List the tokens of an endpoint, without the tokens themselves."""
        return self.page(
            selectors.list_tokens(deployment_id=deployment.id), serializers.AccessTokenSerializer
        )

    @operation(
        "create_deployment_token",
        body=serializers.AccessTokenCreateSerializer,
        response=serializers.CreatedAccessTokenSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=selectors.require_deployment,
    )
    def post(self, request: Request, deployment: Deployment) -> object:
        """Create a token of an endpoint; it is in this response only."""
        fields = self.body(serializers.AccessTokenCreateSerializer)
        return callers.create_token(caller=self.caller, deployment_id=deployment.id, **fields)


class TokenDetail(View):
    """One access token."""

    @operation(
        "revoke_deployment_token",
        status=204,
        late=serializers.RevocationSerializer,
        least=Role.DEVELOPER,
    )
    def delete(self, request: Request, deployment_id: UUID, token_id: UUID) -> Response:
        """Revoke a token; 202 while its model server has not confirmed that it refuses it."""
        return _revoked(
            callers.revoke_token(caller=self.caller, deployment_id=deployment_id, token_id=token_id)
        )


class ApplicationList(View):
    """The applications of an organisation."""

    @operation(
        "list_applications",
        query=serializers.ApplicationQuery,
        response=serializers.ApplicationSerializer(many=True),
        least=Role.DEVELOPER,
    )
    def get(self, request: Request) -> Response:
        """List applications, newest first, without their secrets."""
        query = self.query(serializers.ApplicationQuery)
        return self.page(
            selectors.list_applications(caller=self.caller, **query),
            serializers.ApplicationSerializer,
            complete=selectors.applications_of,
        )

    @operation(
        "create_application",
        body=serializers.ApplicationCreateSerializer,
        response=serializers.CreatedApplicationSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_role,
        named="organisation_id",
    )
    def post(self, request: Request, role: Role) -> object:
        """Create an application; the secret is in this response only."""
        fields = self.body(serializers.ApplicationCreateSerializer)
        return callers.create_application(caller=self.caller, **fields)


class ApplicationDetail(View):
    """One application."""

    @operation(
        "revoke_application",
        status=204,
        late=serializers.RevocationSerializer,
        least=Role.DEVELOPER,
    )
    def delete(self, request: Request, application_id: UUID) -> Response:
        """Revoke an application and its tokens; 202 while model servers have not confirmed it."""
        return _revoked(
            callers.revoke_application(caller=self.caller, application_id=application_id)
        )


def _revoked(unaware: Sequence[EndpointName]) -> Response:
    """Answer 204 once nobody accepts what was revoked, else 202 with who may."""
    if not unaware:
        return Response(status=204)
    body = {"is_effective": False, "deployments": unaware}
    return Response(serializers.RevocationSerializer(body).data, status=202)
