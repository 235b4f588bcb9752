"""Load tests over HTTP."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments.contracts import EndpointRow
from backend.deployments.selectors import require_deployment
from backend.load_tests import selectors
from backend.load_tests import serializers as shapes
from backend.load_tests.services import testing


class LoadTestList(View):
    """``/deployments/{id}/load-tests``."""

    @operation(
        "list_load_tests",
        response=shapes.LoadTestSerializer(many=True),
        least=Role.VIEWER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow) -> Response:
        """List the load tests of an endpoint, newest first; the last 20 are kept."""
        return self.page(
            selectors.list_tests(deployment_id=deployment.id),
            shapes.LoadTestSerializer,
            complete=selectors.views_of,
        )

    @operation(
        "create_load_test",
        body=shapes.LoadTestCreateSerializer,
        response=shapes.LoadTestSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def post(self, request: Request, deployment: EndpointRow) -> object:
        """Start a load test of an endpoint: how many calls per second it serves, at which latency.

        The calls count in no limit, statistic or alert, and are not stored. One test runs at a
        time.
        """
        fields = self.body(shapes.LoadTestCreateSerializer)
        test = testing.create_test(deployment=deployment, created_by=self.caller, **fields)
        return selectors.describe(test.id)


class LoadTestDetail(View):
    """``/deployments/{id}/load-tests/{id}``."""

    @operation(
        "get_load_test",
        response=shapes.LoadTestSerializer,
        least=Role.VIEWER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow, load_test_id: UUID) -> object:
        """Get a load test with the stages that are over."""
        row = selectors.require_test(deployment_id=deployment.id, load_test_id=load_test_id)
        return selectors.views_of([row])[0]


class LoadTestCancel(View):
    """``/deployments/{id}/load-tests/{id}/cancel``."""

    @operation(
        "cancel_load_test",
        response=shapes.LoadTestSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def post(self, request: Request, deployment: EndpointRow, load_test_id: UUID) -> object:
        """Cancel a load test; stages that are over stay."""
        row = selectors.require_test(deployment_id=deployment.id, load_test_id=load_test_id)
        testing.cancel_test(deployment=deployment, test=row, cancelled_by=self.caller)
        return selectors.describe(row.id)
