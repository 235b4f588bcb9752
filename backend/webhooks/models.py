"""Channels by which people are told of something, and what is sent through them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Channel(models.Model):
    """Where notices go: to a member by e-mail, to a web address, to a group of a chat.

    Those of one project, or of all of the organisation without one. ``address`` and ``secret`` are
    sealed (``backend.webhooks.services.sealing``); ``shown_address`` is what people see of it.
    ``busy_until`` is in the future while a worker sends something through it.
    """

    class Kind(models.TextChoices):
        EMAIL = "email"
        WEBHOOK = "webhook"
        SLACK = "slack"
        DINGTALK = "dingtalk"
        WECOM = "wecom"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey("accounts.Organisation", models.CASCADE, related_name="+")
    project = models.ForeignKey("projects.Project", models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.CharField(max_length=120)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    address = models.TextField(blank=True, default="")
    secret = models.TextField(blank=True, default="")
    shown_address = models.CharField(max_length=300)
    language = models.CharField(max_length=10, default="en")
    busy_until = models.DateTimeField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=("organisation", "-created_at", "-id"), name="channels_by_time"),
        )


class Delivery(models.Model):
    """One notice to one channel, until it is delivered or given up.

    ``key`` says what it is about, and is there once for each channel. ``notice`` is a
    ``backend.webhooks.contracts.Notice``. An attempt is claimed by moving ``next_attempt_at``: of a
    worker that was killed meanwhile another takes it over then.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    channel = models.ForeignKey(Channel, models.CASCADE, related_name="deliveries")
    key = models.CharField(max_length=120)
    notice = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    num_attempts = models.PositiveIntegerField(default=0)
    next_attempt_at = models.DateTimeField()
    last_status = models.PositiveIntegerField(null=True)
    last_answer = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("channel", "key"), name="one_delivery_of_a_notice"),
        )
        indexes = (
            models.Index(fields=("channel", "-created_at", "-id"), name="deliveries_by_time"),
            models.Index(
                fields=("next_attempt_at",),
                condition=models.Q(state="waiting"),
                name="deliveries_waiting",
            ),
        )
