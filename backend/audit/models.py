"""Who did what to what, kept for ever."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class AuditEntry(models.Model):
    """One act; rows are only ever added."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey("accounts.Organisation", models.CASCADE, related_name="+")
    # No foreign keys: an entry outlives the project and the thing that it names.
    project_id = models.UUIDField(null=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    action = models.CharField(max_length=80)
    target_kind = models.CharField(max_length=40)
    target_id = models.UUIDField(null=True)
    details = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=("organisation", "-created_at", "-id")),
            models.Index(fields=("project_id", "-created_at", "-id")),
        )
