"""Endpoints over HTTP."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.accounts.contracts import Role
from backend.api.authentication import caller_of
from backend.api.pagination import Cursor
from backend.api.scopes import needs
from backend.deployments import selectors, serializers
from backend.deployments.services import endpoints
from backend.deployments.statistics import summarise


class DeploymentList(APIView):
    """The endpoints of a project."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_deployments",
        parameters=[serializers.DeploymentQuery],
        responses=serializers.DeploymentSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """List the endpoints of a project, newest first."""
        query = serializers.DeploymentQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        pages = self.pagination_class()
        rows = selectors.list_deployments(caller=caller_of(request), **query.validated_data)
        page = selectors.views_of(pages.paginate_queryset(rows, request, view=self) or [])
        return pages.get_paginated_response(serializers.DeploymentSerializer(page, many=True).data)

    @extend_schema(
        operation_id="create_deployment",
        request=serializers.DeploymentCreateSerializer,
        responses={202: serializers.DeploymentSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create an endpoint that serves a model version."""
        body = serializers.DeploymentCreateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        made = endpoints.create_deployment(caller=caller_of(request), **body.validated_data)
        return _answer(made, status=202)


class DeploymentDetail(APIView):
    """One endpoint."""

    @extend_schema(operation_id="get_deployment", responses=serializers.DeploymentSerializer)
    def get(self, request: Request, deployment_id: UUID) -> Response:
        """Get an endpoint."""
        selectors.require_deployment(caller=caller_of(request), deployment_id=deployment_id)
        return _answer(deployment_id)

    @extend_schema(
        operation_id="update_deployment",
        request=serializers.DeploymentUpdateSerializer,
        responses=serializers.DeploymentSerializer,
    )
    def patch(self, request: Request, deployment_id: UUID) -> Response:
        """Update an endpoint: its name, replicas or version, without a failed call."""
        selectors.require_deployment(
            caller=caller_of(request), deployment_id=deployment_id, minimum=Role.DEVELOPER
        )
        body = serializers.DeploymentUpdateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        endpoints.update_deployment(
            caller=caller_of(request), deployment_id=deployment_id, **body.validated_data
        )
        return _answer(deployment_id)

    @needs("admin")
    @extend_schema(operation_id="delete_deployment", responses={204: None})
    def delete(self, request: Request, deployment_id: UUID) -> Response:
        """Delete an endpoint with its keys and statistics."""
        endpoints.delete_deployment(caller=caller_of(request), deployment_id=deployment_id)
        return Response(status=204)


class DeploymentStop(APIView):
    """Take an endpoint out of service."""

    @extend_schema(
        operation_id="stop_deployment",
        request=None,
        responses={202: serializers.DeploymentSerializer},
    )
    def post(self, request: Request, deployment_id: UUID) -> Response:
        """Stop an endpoint after the calls in progress."""
        endpoints.stop_deployment(caller=caller_of(request), deployment_id=deployment_id)
        return _answer(deployment_id, status=202)


class DeploymentStart(APIView):
    """Put an endpoint into service again."""

    @extend_schema(
        operation_id="start_deployment",
        request=None,
        responses={202: serializers.DeploymentSerializer},
    )
    def post(self, request: Request, deployment_id: UUID) -> Response:
        """Start a stopped or failed endpoint."""
        endpoints.start_deployment(caller=caller_of(request), deployment_id=deployment_id)
        return _answer(deployment_id, status=202)


class DeploymentRollBack(APIView):
    """Return to the model version before."""

    @extend_schema(
        operation_id="roll_back_deployment",
        request=None,
        responses={202: serializers.DeploymentSerializer},
    )
    def post(self, request: Request, deployment_id: UUID) -> Response:
        """Roll an endpoint back to the version served before."""
        endpoints.roll_back(caller=caller_of(request), deployment_id=deployment_id)
        return _answer(deployment_id, status=202)


class RevisionList(APIView):
    """What an endpoint was asked to run over time."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_deployment_revisions",
        responses=serializers.DeploymentRevisionSerializer(many=True),
    )
    def get(self, request: Request, deployment_id: UUID) -> Response:
        """List the revisions of an endpoint, newest first."""
        selectors.require_deployment(caller=caller_of(request), deployment_id=deployment_id)
        pages = self.pagination_class()
        rows = selectors.list_revisions(deployment_id=deployment_id)
        page = selectors.revisions_of(pages.paginate_queryset(rows, request, view=self) or [])
        return pages.get_paginated_response(
            serializers.DeploymentRevisionSerializer(page, many=True).data
        )


class DeploymentStatistics(APIView):
    """How an endpoint was called."""

    @extend_schema(
        operation_id="get_deployment_statistics",
        parameters=[serializers.StatisticsQuery],
        responses=serializers.CallStatisticsSerializer,
    )
    def get(self, request: Request, deployment_id: UUID) -> Response:
        """Get calls, errors and latencies of the last hours."""
        query = serializers.StatisticsQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        selectors.require_deployment(
            caller=caller_of(request), deployment_id=deployment_id, minimum=Role.VIEWER
        )
        summary = summarise(deployment_id=deployment_id, **query.validated_data)
        return Response(serializers.CallStatisticsSerializer(summary).data)


def _answer(deployment_id: UUID, *, status: int = 200) -> Response:
    view = selectors.get_view(deployment_id=deployment_id)
    return Response(serializers.DeploymentSerializer(view).data, status=status)
