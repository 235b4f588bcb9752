"""Who may call an endpoint: keys, access tokens and applications over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.accounts.contracts import Role
from backend.api.authentication import caller_of
from backend.api.pagination import Cursor
from backend.deployments import selectors, serializers
from backend.deployments.contracts import EndpointName
from backend.deployments.services import callers

_REVOKED = {204: None, 202: serializers.RevocationSerializer}


class KeyList(APIView):
    """The keys of an endpoint."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_deployment_keys",
        responses=serializers.EndpointKeySerializer(many=True),
    )
    def get(self, request: Request, deployment_id: UUID) -> Response:
        """List the keys of an endpoint, newest first, without their secrets."""
        selectors.require_deployment(
            caller=caller_of(request), deployment_id=deployment_id, minimum=Role.DEVELOPER
        )
        pages = self.pagination_class()
        page = pages.paginate_queryset(
            selectors.list_keys(deployment_id=deployment_id), request, view=self
        )
        return pages.get_paginated_response(serializers.EndpointKeySerializer(page, many=True).data)

    @extend_schema(
        operation_id="create_deployment_key",
        request=serializers.EndpointKeyCreateSerializer,
        responses={201: serializers.CreatedEndpointKeySerializer},
    )
    def post(self, request: Request, deployment_id: UUID) -> Response:
        """Create a key of an endpoint; the secret is in this response only."""
        selectors.require_deployment(
            caller=caller_of(request), deployment_id=deployment_id, minimum=Role.DEVELOPER
        )
        body = serializers.EndpointKeyCreateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        key = callers.create_key(
            caller=caller_of(request), deployment_id=deployment_id, **body.validated_data
        )
        return Response(serializers.CreatedEndpointKeySerializer(key).data, status=201)


class KeyDetail(APIView):
    """One key."""

    @extend_schema(operation_id="revoke_deployment_key", responses=_REVOKED)
    def delete(self, request: Request, deployment_id: UUID, key_id: UUID) -> Response:
        """Revoke a key; 202 while its model server has not confirmed that it refuses it."""
        return _revoked(
            callers.revoke_key(
                caller=caller_of(request), deployment_id=deployment_id, key_id=key_id
            )
        )


class TokenList(APIView):
    """The access tokens of an endpoint."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_deployment_tokens",
        responses=serializers.AccessTokenSerializer(many=True),
    )
    def get(self, request: Request, deployment_id: UUID) -> Response:
        """List the tokens of an endpoint, without the tokens themselves."""
        selectors.require_deployment(
            caller=caller_of(request), deployment_id=deployment_id, minimum=Role.DEVELOPER
        )
        pages = self.pagination_class()
        page = pages.paginate_queryset(
            selectors.list_tokens(deployment_id=deployment_id), request, view=self
        )
        return pages.get_paginated_response(serializers.AccessTokenSerializer(page, many=True).data)

    @extend_schema(
        operation_id="create_deployment_token",
        request=serializers.AccessTokenCreateSerializer,
        responses={201: serializers.CreatedAccessTokenSerializer},
    )
    def post(self, request: Request, deployment_id: UUID) -> Response:
        """Create a token of an endpoint; it is in this response only."""
        selectors.require_deployment(
            caller=caller_of(request), deployment_id=deployment_id, minimum=Role.DEVELOPER
        )
        body = serializers.AccessTokenCreateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        token = callers.create_token(
            caller=caller_of(request), deployment_id=deployment_id, **body.validated_data
        )
        return Response(serializers.CreatedAccessTokenSerializer(token).data, status=201)


class TokenDetail(APIView):
    """One access token."""

    @extend_schema(operation_id="revoke_deployment_token", responses=_REVOKED)
    def delete(self, request: Request, deployment_id: UUID, token_id: UUID) -> Response:
        """Revoke a token; 202 while its model server has not confirmed that it refuses it."""
        return _revoked(
            callers.revoke_token(
                caller=caller_of(request), deployment_id=deployment_id, token_id=token_id
            )
        )


class ApplicationList(APIView):
    """The applications of an organisation."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_applications",
        parameters=[serializers.ApplicationQuery],
        responses=serializers.ApplicationSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """List applications, newest first, without their secrets."""
        query = serializers.ApplicationQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        pages = self.pagination_class()
        rows = selectors.list_applications(caller=caller_of(request), **query.validated_data)
        page = selectors.applications_of(pages.paginate_queryset(rows, request, view=self) or [])
        return pages.get_paginated_response(serializers.ApplicationSerializer(page, many=True).data)

    @extend_schema(
        operation_id="create_application",
        request=serializers.ApplicationCreateSerializer,
        responses={201: serializers.CreatedApplicationSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create an application; the secret is in this response only."""
        body = serializers.ApplicationCreateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        made = callers.create_application(caller=caller_of(request), **body.validated_data)
        return Response(serializers.CreatedApplicationSerializer(made).data, status=201)


class ApplicationDetail(APIView):
    """One application."""

    @extend_schema(operation_id="revoke_application", responses=_REVOKED)
    def delete(self, request: Request, application_id: UUID) -> Response:
        """Revoke an application and its tokens; 202 while model servers have not confirmed it."""
        return _revoked(
            callers.revoke_application(caller=caller_of(request), application_id=application_id)
        )


def _revoked(unaware: Sequence[EndpointName]) -> Response:
    """Answer 204 once nobody accepts what was revoked, else 202 with who may."""
    if not unaware:
        return Response(status=204)
    body = {"is_effective": False, "deployments": unaware}
    return Response(serializers.RevocationSerializer(body).data, status=202)
