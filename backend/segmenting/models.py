"""The model servers that outline what people click on."""

from __future__ import annotations

import uuid

from django.db import models

from backend.deployments.contracts.servers import ServerState


class Segmenter(models.Model):
    """A package made of pretrained weights of the installation, and the server that answers for it.

    ``fingerprint`` tells other weights apart, also those that were put in place of the first. The
    package is made by ``job`` on first use; the server runs while ``last_used_at`` is fresh.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    fingerprint = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    weights = models.CharField(max_length=1000)
    is_built = models.BooleanField(default=False)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    last_used_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=ServerState.choices, default="stopped")
    address = models.CharField(max_length=500, blank=True, default="")
    handle = models.TextField(null=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.CharField(max_length=2000, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
