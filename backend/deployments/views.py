"""Endpoints over HTTP."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments import selectors, serializers
from backend.deployments.models import Deployment
from backend.deployments.services import endpoints, traffic
from backend.deployments.services.comparisons import compare_revisions
from backend.deployments.services.loads import loads_of
from backend.deployments.services.statistics import summarise
from backend.projects.contracts import ProjectRef


class DeploymentList(View):
    """The endpoints of a project."""

    @operation(
        "list_deployments",
        query=serializers.DeploymentQuery,
        response=serializers.DeploymentSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the endpoints of a project, newest first."""
        query = self.query(serializers.DeploymentQuery)
        return self.page(
            selectors.list_deployments(caller=self.caller, **query),
            serializers.DeploymentSerializer,
            complete=selectors.views_of,
        )

    @operation(
        "create_deployment",
        body=serializers.DeploymentCreateSerializer,
        response=serializers.DeploymentSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=endpoints.require_project_of_version,
        named="model_version_id",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Create an endpoint that serves a model version."""
        fields = self.body(serializers.DeploymentCreateSerializer)
        made = endpoints.create_deployment(caller=self.caller, **fields)
        return selectors.get_view(deployment_id=made)


class DeploymentDetail(View):
    """One endpoint."""

    @operation(
        "get_deployment",
        response=serializers.DeploymentSerializer,
        least=Role.VIEWER,
        about=selectors.require_deployment,
    )
    def get(self, request: Request, deployment: Deployment) -> object:
        """Get an endpoint."""
        return selectors.get_view(deployment_id=deployment.id)

    @operation(
        "update_deployment",
        body=serializers.DeploymentUpdateSerializer,
        response=serializers.DeploymentSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_deployment,
    )
    def patch(self, request: Request, deployment: Deployment) -> object:
        """Update an endpoint: its name, limits, replicas or version, without a failed call."""
        fields = self.body(serializers.DeploymentUpdateSerializer)
        endpoints.update_deployment(caller=self.caller, deployment_id=deployment.id, **fields)
        return selectors.get_view(deployment_id=deployment.id)

    @operation(
        "delete_deployment",
        status=204,
        least=Role.ADMIN,
    )
    def delete(self, request: Request, deployment_id: UUID) -> None:
        """Delete an endpoint with its keys and statistics."""
        endpoints.delete_deployment(caller=self.caller, deployment_id=deployment_id)


class DeploymentStop(View):
    """Take an endpoint out of service."""

    @operation(
        "stop_deployment",
        response=serializers.DeploymentSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, deployment_id: UUID) -> object:
        """Stop an endpoint after the calls in progress."""
        endpoints.stop_deployment(caller=self.caller, deployment_id=deployment_id)
        return selectors.get_view(deployment_id=deployment_id)


class DeploymentStart(View):
    """Put an endpoint into service again."""

    @operation(
        "start_deployment",
        response=serializers.DeploymentSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, deployment_id: UUID) -> object:
        """Start a stopped or failed endpoint."""
        endpoints.start_deployment(caller=self.caller, deployment_id=deployment_id)
        return selectors.get_view(deployment_id=deployment_id)


class DeploymentRollBack(View):
    """Return to the model version before."""

    @operation(
        "roll_back_deployment",
        response=serializers.DeploymentSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, deployment_id: UUID) -> object:
        """Roll an endpoint back to the version served before."""
        traffic.roll_back(caller=self.caller, deployment_id=deployment_id)
        return selectors.get_view(deployment_id=deployment_id)


class RevisionList(View):
    """The model versions behind an endpoint, now and before."""

    @operation(
        "list_deployment_revisions",
        response=serializers.DeploymentRevisionSerializer(many=True),
        least=Role.VIEWER,
        about=selectors.require_deployment,
    )
    def get(self, request: Request, deployment: Deployment) -> Response:
        """List the revisions of an endpoint, newest first."""
        return self.page(
            selectors.list_revisions(deployment_id=deployment.id),
            serializers.DeploymentRevisionSerializer,
            complete=selectors.revisions_of,
        )

    @operation(
        "create_deployment_revision",
        body=serializers.RevisionCreateSerializer,
        response=serializers.DeploymentRevisionSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=selectors.require_deployment,
    )
    def post(self, request: Request, deployment: Deployment) -> object:
        """Create a revision beside others, with a share of the calls or as a shadow."""
        fields = self.body(serializers.RevisionCreateSerializer)
        number = traffic.add_beside(caller=self.caller, deployment_id=deployment.id, **fields)
        rows = selectors.list_revisions(deployment_id=deployment.id).filter(number=number)
        return selectors.revisions_of([rows.get()])[0]


class DeploymentTraffic(View):
    """How the calls of an endpoint are shared out."""

    @operation(
        "set_deployment_traffic",
        body=serializers.TrafficSerializer,
        response=serializers.DeploymentSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=selectors.require_deployment,
    )
    def put(self, request: Request, deployment: Deployment) -> object:
        """Set the shares of revisions; calls move once all of these are ready."""
        shares = self.body(serializers.TrafficSerializer)["revisions"]
        traffic.set_traffic(
            caller=self.caller,
            deployment_id=deployment.id,
            weights={one["number"]: one["weight"] for one in shares},
            shadows=[one["number"] for one in shares if one["is_shadow"]],
        )
        return selectors.get_view(deployment_id=deployment.id)


class DeploymentStatistics(View):
    """How an endpoint was called."""

    @operation(
        "get_deployment_statistics",
        query=serializers.StatisticsQuery,
        response=serializers.CallStatisticsSerializer,
        least=Role.VIEWER,
        about=selectors.require_deployment,
    )
    def get(self, request: Request, deployment: Deployment) -> object:
        """Get calls, errors and latencies of the last hours."""
        query = self.query(serializers.StatisticsQuery)
        return summarise(deployment_id=deployment.id, **query)


class DeploymentLoadView(View):
    """What the revisions of an endpoint cost."""

    @operation(
        "get_deployment_load",
        query=serializers.StatisticsQuery,
        response=serializers.DeploymentLoadSerializer,
        least=Role.VIEWER,
        about=selectors.require_deployment,
    )
    def get(self, request: Request, deployment: Deployment) -> object:
        """Get CPU, memory, queue time and batch size of each revision in the last hours."""
        return loads_of(deployment_id=deployment.id, **self.query(serializers.StatisticsQuery))


class DeploymentComparison(View):
    """Two revisions of an endpoint beside each other."""

    @operation(
        "compare_deployment_revisions",
        query=serializers.ComparisonQuery,
        response=serializers.ComparisonSerializer,
        least=Role.VIEWER,
        about=selectors.require_deployment,
    )
    def get(self, request: Request, deployment: Deployment) -> object:
        """Compare two revisions by their calls of the last hours, with a verdict."""
        query = self.query(serializers.ComparisonQuery)
        return compare_revisions(deployment_id=deployment.id, **query)
