"""Shapes of alerts."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.alerts.contracts import (
    ALERT_STATES,
    UNITS,
    AlertCount,
    AlertEventView,
    AlertRules,
    AlertRuleView,
    AlertView,
)
from backend.alerts.services.rules import MAX_HOLD_MINUTES
from backend.api.serializers import (
    InputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
)
from backend.api.shapes import serializer_of

AlertEventSerializer = serializer_of(
    AlertEventView, "AlertEvent", state=serializers.ChoiceField(choices=ALERT_STATES)
)


AlertSerializer = serializer_of(
    AlertView,
    "Alert",
    state=serializers.ChoiceField(choices=ALERT_STATES),
    unit=serializers.ChoiceField(choices=UNITS),
    events=AlertEventSerializer(many=True),
)


AlertCountSerializer = serializer_of(AlertCount)


AlertRuleSerializer = serializer_of(
    AlertRuleView, "AlertRule", unit=serializers.ChoiceField(choices=UNITS)
)


AlertRulesSerializer = serializer_of(AlertRules, "AlertRules", rules=AlertRuleSerializer(many=True))


class AlertCountQuery(serializers.Serializer[Any]):
    """Whose alerts to count."""

    organisation = serializers.UUIDField()


class AlertQuery(AlertCountQuery):
    """Which alerts to list."""

    project = serializers.UUIDField(required=False)
    deployment = serializers.UUIDField(required=False)
    state = serializers.ChoiceField(choices=ALERT_STATES, required=False)


class AlertRuleUpdateSerializer(InputSerializer):
    """When a condition is to fire; null for its default."""

    is_on = StrictBooleanField(default=True)
    limit = StrictFloatField(allow_null=True, default=None)
    hold_minutes = StrictIntegerField(
        allow_null=True, default=None, min_value=1, max_value=MAX_HOLD_MINUTES
    )


class AlertSilenceSerializer(InputSerializer):
    """Until when nobody is notified: of one condition, or of any without; null ends it."""

    condition = StrictCharField(max_length=40, allow_null=True, default=None)
    until = serializers.DateTimeField(allow_null=True)
