"""Links by which guests try an endpoint on a page, without an account."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class ShareLink(models.Model):
    """A page of an endpoint for whoever has its address.

    The token in the address is the signed id (``backend.share_links.tokens``) and is not stored.
    ``password`` is a hash of Django's hashers, empty without one. ``calls_of_day`` counts those of
    the day ``calls_on`` (UTC), of which there are ``daily_calls`` at most.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey("deployments.Deployment", models.CASCADE, related_name="+")
    title = models.CharField(max_length=120)
    description = models.CharField(max_length=500, blank=True, default="")
    password = models.CharField(max_length=200, blank=True, default="")
    daily_calls = models.PositiveIntegerField()
    calls_on = models.DateField(null=True)
    calls_of_day = models.PositiveIntegerField(default=0)
    num_calls = models.PositiveBigIntegerField(default=0)
    last_used_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=("deployment", "-created_at", "-id"), name="share_links_by_time"),
        )
