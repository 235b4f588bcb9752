"""What is or was wrong with endpoints, and when people want to know."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Rule(models.Model):
    """How a condition of an endpoint differs from its defaults; without a row they hold."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey("deployments.Deployment", models.CASCADE, related_name="+")
    condition = models.CharField(max_length=40)
    is_on = models.BooleanField(default=True)
    limit = models.FloatField(null=True)
    hold_minutes = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deployment", "condition"), name="one_rule_of_a_condition"
            ),
        )


class Silence(models.Model):
    """Until when nobody is notified of a condition of an endpoint, or of any (empty)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey("deployments.Deployment", models.CASCADE, related_name="+")
    condition = models.CharField(max_length=40, blank=True, default="")
    until = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deployment", "condition"), name="one_silence_of_a_condition"
            ),
        )


class Alert(models.Model):
    """A condition that holds, or held; at most one of an endpoint is not resolved.

    One that is ``pending`` has not held for long enough, and is shown to nobody: ``num_bad``
    evaluations in a row have found it so, and ``num_good`` have not.
    """

    class State(models.TextChoices):
        PENDING = "pending"
        FIRING = "firing"
        ACKNOWLEDGED = "acknowledged"
        RESOLVED = "resolved"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey(
        "deployments.Deployment", models.CASCADE, related_name="+", db_index=False
    )
    condition = models.CharField(max_length=40)
    state = models.CharField(max_length=12, choices=State.choices, default=State.PENDING)
    num_bad = models.PositiveIntegerField(default=0)
    num_good = models.PositiveIntegerField(default=0)
    value = models.FloatField(default=0)
    limit = models.FloatField(null=True)
    detail = models.CharField(max_length=2000, blank=True, default="")
    fired_at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deployment", "condition"),
                condition=~models.Q(state="resolved"),
                name="one_open_alert_of_a_condition",
            ),
        )
        indexes = (
            models.Index(fields=("deployment", "-fired_at", "-id"), name="alerts_by_time"),
            models.Index(fields=("state", "-fired_at", "-id"), name="alerts_by_state"),
        )


class AlertEvent(models.Model):
    """An alert came into a state, once; channels are notified of it once, at ``notified_at``."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    alert = models.ForeignKey(Alert, models.CASCADE, related_name="events")
    state = models.CharField(max_length=12, choices=Alert.State.choices)
    at = models.DateTimeField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    notified_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("alert", "state"), name="one_event_of_a_state"),
        )
        indexes = (
            models.Index(
                fields=("alert",),
                condition=models.Q(notified_at=None, state="firing"),
                name="alert_events_held_back",
            ),
        )


class Evaluation(models.Model):
    """When conditions were evaluated last; there is one row, which one worker takes at a time."""

    id = models.PositiveIntegerField(primary_key=True)
    at = models.DateTimeField()
