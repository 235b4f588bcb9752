"""Load tests of endpoints, and whose turn it is."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class LoadTest(models.Model):
    """So many callers after another ask a revision of an endpoint, and what they met.

    ``callers`` are those of each stage. ``stages`` (``engine.specs.load_test.StageResult`` as
    documents) are those that are over. ``cpu_marks`` are what the model server's processes had used
    before each stage and behind the last, by the number of stages over: ``[handle, seconds]``.
    ``request_source`` and ``request_name`` say what was sent, ``machine`` and ``num_cores`` where
    the test ran; they are empty until it begins.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey("deployments.Deployment", models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.CASCADE, related_name="+"
    )
    callers = models.JSONField()
    seconds_per_stage = models.PositiveIntegerField()
    target_p99_ms = models.FloatField(null=True)
    stages = models.JSONField(default=list)
    cpu_marks = models.JSONField(default=dict)
    request_source = models.CharField(max_length=10, blank=True, default="")
    request_name = models.CharField(max_length=300, blank=True, default="")
    machine = models.CharField(max_length=120, blank=True, default="")
    num_cores = models.PositiveIntegerField(default=0)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=("deployment", "-created_at", "-id"), name="load_tests_by_time"),
        )


class LoadTestTurn(models.Model):
    """The one row that is locked while a test is begun, so that one at a time goes on."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    test = models.ForeignKey(LoadTest, models.SET_NULL, null=True, related_name="+")
