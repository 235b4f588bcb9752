"""Drift over HTTP."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments.contracts import EndpointRow
from backend.deployments.selectors import require_deployment
from backend.drift import selectors
from backend.drift import serializers as shapes
from backend.drift.models import DriftWindow
from backend.drift.services.settings import change_settings, settings_of


class DeploymentDriftView(View):
    """``/deployments/{id}/drift``."""

    @operation(
        "get_deployment_drift",
        response=shapes.DeploymentDriftSerializer,
        least=Role.VIEWER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow) -> object:
        """Get whether the calls of an endpoint still look like the evaluated samples."""
        return selectors.drift_of(deployment.id)


class DriftSettingsDetail(View):
    """``/deployments/{id}/drift/settings``."""

    @operation(
        "get_drift_settings",
        response=shapes.DriftSettingsSerializer,
        least=Role.VIEWER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow) -> object:
        """Get when windows of calls end, and how long they are kept."""
        return settings_of(deployment.id)

    @operation(
        "update_drift_settings",
        body=shapes.DriftSettingsUpdateSerializer,
        response=shapes.DriftSettingsSerializer,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def patch(self, request: Request, deployment: EndpointRow) -> object:
        """Update when windows of calls end, and how long they are kept."""
        changes = self.body(shapes.DriftSettingsUpdateSerializer)
        change_settings(caller=self.caller, deployment_id=deployment.id, **changes)
        return settings_of(deployment.id)


class DriftWindowList(View):
    """``/deployments/{id}/drift/windows``."""

    @operation(
        "list_drift_windows",
        query=shapes.DriftWindowQuery,
        response=shapes.DriftWindowSerializer(many=True),
        least=Role.VIEWER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow) -> Response:
        """List the windows of calls of an endpoint with their verdicts, newest first."""
        query = self.query(shapes.DriftWindowQuery)
        return self.page(
            selectors.list_windows(deployment_id=deployment.id, **query),
            shapes.DriftWindowSerializer,
            ordering=("-first_at", "-id"),
            complete=selectors.windows_of,
        )


class DriftWindowDetail(View):
    """``/drift-windows/{id}``."""

    @operation(
        "get_drift_window",
        response=shapes.DriftWindowReportSerializer,
        least=Role.VIEWER,
        about=selectors.require_window,
    )
    def get(self, request: Request, window: DriftWindow) -> object:
        """Get a window of calls with its features: what changed, and which way."""
        return selectors.report_of(window)
