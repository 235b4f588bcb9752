"""Alerts over HTTP."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.alerts import selectors
from backend.alerts import serializers as shapes
from backend.alerts.models import Alert
from backend.alerts.services import acknowledging, rules, silences
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments.contracts import EndpointRow
from backend.deployments.selectors import require_deployment


class AlertList(View):
    """``/alerts``."""

    @operation(
        "list_alerts",
        query=shapes.AlertQuery,
        response=shapes.AlertSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the alerts of an organisation with their history, the last to fire first."""
        query = self.query(shapes.AlertQuery)
        return self.page(
            selectors.list_alerts(caller=self.caller, **query),
            shapes.AlertSerializer,
            ordering=("-fired_at", "-id"),
            complete=selectors.views_of,
        )


class AlertCountView(View):
    """``/alerts/count``."""

    @operation(
        "count_alerts",
        query=shapes.AlertCountQuery,
        response=shapes.AlertCountSerializer,
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> object:
        """Count the alerts of an organisation that fire and nobody has acknowledged."""
        return selectors.count_firing(caller=self.caller, **self.query(shapes.AlertCountQuery))


class AlertAcknowledgement(View):
    """``/alerts/{id}/acknowledge``."""

    @operation(
        "acknowledge_alert",
        response=shapes.AlertSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_alert,
    )
    def post(self, request: Request, alert: Alert) -> object:
        """Acknowledge an alert: others see who looks after it. It resolves by itself."""
        acknowledging.acknowledge(alert=alert, acknowledged_by=self.caller)
        return selectors.view_of(alert.id)


class AlertRuleList(View):
    """``/deployments/{id}/alert-rules``."""

    @operation(
        "get_alert_rules",
        response=shapes.AlertRulesSerializer,
        least=Role.VIEWER,
        about=require_deployment,
    )
    def get(self, request: Request, deployment: EndpointRow) -> object:
        """Get when alerts of an endpoint fire, one rule for each condition."""
        return rules.rules_of(deployment)


class AlertRuleDetail(View):
    """``/deployments/{id}/alert-rules/{condition}``."""

    @operation(
        "set_alert_rule",
        body=shapes.AlertRuleUpdateSerializer,
        response=shapes.AlertRulesSerializer,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def put(self, request: Request, deployment: EndpointRow, condition: str) -> object:
        """Set when a condition of an endpoint fires, or switch it off."""
        fields = self.body(shapes.AlertRuleUpdateSerializer)
        rules.set_rule(deployment=deployment, condition=condition, set_by=self.caller, **fields)
        return rules.rules_of(deployment)


class AlertSilence(View):
    """``/deployments/{id}/alert-silence``."""

    @operation(
        "silence_alerts",
        body=shapes.AlertSilenceSerializer,
        response=shapes.AlertRulesSerializer,
        least=Role.DEVELOPER,
        about=require_deployment,
    )
    def put(self, request: Request, deployment: EndpointRow) -> object:
        """Silence a condition of an endpoint, or all: what still fires afterwards is sent then."""
        fields = self.body(shapes.AlertSilenceSerializer)
        silences.silence(deployment=deployment, asked_by=self.caller, **fields)
        return rules.rules_of(deployment)
