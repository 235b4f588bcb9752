"""Windows of calls, and what they say about drift."""

from __future__ import annotations

import uuid

from django.db import models


class DriftSettings(models.Model):
    """When the windows of an endpoint end, and how long they are kept.

    One ends after ``window_calls`` calls, or after ``window_hours`` as soon as it has enough of
    them for a verdict.
    """

    deployment = models.OneToOneField(
        "deployments.Deployment", models.CASCADE, primary_key=True, related_name="+"
    )
    window_calls = models.PositiveIntegerField(default=500)
    window_hours = models.PositiveIntegerField(default=24)
    keep_days = models.PositiveIntegerField(default=90)


class DriftWindow(models.Model):
    """Calls of one revision, counted by all its replicas.

    Of ``num_calls`` that were answered ``num_measured`` were measured, which makes
    ``num_compared`` inputs: a table counts with its rows. ``state``
    (``engine.specs.drift.WindowState``) goes once the window is assessed, when ``report``
    (``DriftReport``) and ``distributions`` (``FeatureDistribution``) of what drifted are there.
    ``excess`` is the largest statistic as a multiple of its threshold.
    """

    class Verdict(models.TextChoices):
        SAME = "same"
        DRIFTED = "drifted"
        TOO_FEW_CALLS = "too_few_calls"
        TOO_SMALL_REFERENCE = "too_small_reference"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey(
        "deployments.Deployment", models.CASCADE, related_name="+", db_index=False
    )
    revision = models.PositiveIntegerField()
    model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.SET_NULL, null=True, related_name="+"
    )
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    num_calls = models.PositiveIntegerField(default=0)
    num_measured = models.PositiveIntegerField(default=0)
    num_compared = models.PositiveIntegerField(default=0)
    state = models.JSONField(null=True)
    closed_at = models.DateTimeField(null=True)
    assessed_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=20, choices=Verdict.choices, blank=True, default="")
    num_drifted = models.PositiveIntegerField(default=0)
    excess = models.FloatField(null=True)
    report = models.JSONField(null=True)
    distributions = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deployment", "revision"),
                condition=models.Q(closed_at=None),
                name="one_open_drift_window",
            ),
        )
        indexes = (
            models.Index(fields=("deployment", "-first_at", "-id"), name="drift_windows_by_time"),
            models.Index(
                fields=("deployment", "revision", "-first_at", "-id"),
                name="drift_windows_by_revision",
            ),
            models.Index(
                fields=("closed_at",),
                condition=models.Q(assessed_at=None),
                name="drift_windows_to_assess",
            ),
        )
