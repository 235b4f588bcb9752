"""Schedules."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Schedule(models.Model):
    """Begins an action of a project at the times of a cron expression, in a time zone.

    ``action`` is a key of ``contracts.ACTIONS`` and ``arguments`` what it is given each time.
    ``next_at`` is null while it is paused. ``problem_code`` and ``problem`` say why nothing was
    begun the last time, if so; a schedule whose action can no longer be begun is paused by that.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    action = models.CharField(max_length=40)
    arguments = models.JSONField()
    cron = models.CharField(max_length=100)
    time_zone = models.CharField(max_length=60)
    is_paused = models.BooleanField(default=False)
    next_at = models.DateTimeField(null=True)
    last_at = models.DateTimeField(null=True)
    problem_code = models.CharField(max_length=60, blank=True, default="")
    problem = models.CharField(max_length=1000, blank=True, default="")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=("project", "-created_at", "-id"), name="schedules_by_project"),
            models.Index(fields=("next_at",), name="schedules_due"),
        )
