"""A project: one task, its data, runs, models and deployments."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Project(models.Model):
    """The unit people work in; ``task`` is a key of ``engine.catalog``.

    ``job`` makes it, or deletes it for good once ``purge_started_at`` is set: from then on it
    cannot be restored. ``purged`` counts what of it is deleted already. One that ``is_preparing``
    is a sample that gets a version, a model and an endpoint without anybody asking again.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey("accounts.Organisation", models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    description = models.CharField(max_length=2000, blank=True)
    task = models.CharField(max_length=60)
    is_sample = models.BooleanField(default=False)
    is_preparing = models.BooleanField(default=False)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    trashed_at = models.DateTimeField(null=True)
    purge_started_at = models.DateTimeField(null=True)
    purged = models.JSONField(default=dict)

    class Meta:
        indexes = (models.Index(fields=("organisation", "-updated_at", "-id")),)
