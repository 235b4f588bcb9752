"""Calls of endpoints that were stored, with input and results."""

from __future__ import annotations

import uuid

from django.db import models


class StoredCall(models.Model):
    """A call that was stored with its owner's consent, and what is known of it since.

    ``values`` are the parts of its request that are no files, and ``blob`` the one that is;
    ``results`` are those of ``/predict``, ``shadows`` what shadows predicted beside
    (``engine.specs.gateway.ShadowAnswer``) and ``agreement`` the least of theirs. ``num_bytes``
    counts the file and the texts.

    ``truth`` is what its caller said at ``answered_at`` was right
    (``engine.specs.gateway.TrueAnswer``): of ``num_evaluated`` results ``num_right`` were, and
    ``error`` is how far a number was from the right one.

    ``sample`` is what became of it in a dataset.
    """

    class Reason(models.TextChoices):
        RANDOM = "random"
        LOW_CONFIDENCE = "low_confidence"
        DISAGREEMENT = "disagreement"
        REQUESTED = "requested"
        DRIFT = "drift"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey(
        "deployments.Deployment", models.CASCADE, related_name="+", db_index=False
    )
    log_id = models.BigIntegerField()
    called_at = models.DateTimeField()
    caller = models.CharField(max_length=200, blank=True, default="")
    revision = models.PositiveIntegerField(null=True)
    model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.SET_NULL, null=True, related_name="+"
    )
    reason = models.CharField(max_length=20, choices=Reason.choices)
    values = models.JSONField(default=dict)
    blob = models.ForeignKey("files.Blob", models.PROTECT, null=True, related_name="+")
    results = models.JSONField(default=list)
    shadows = models.JSONField(default=list)
    agreement = models.FloatField(null=True)
    top_label = models.CharField(max_length=300, blank=True, default="")
    top_score = models.FloatField(null=True)
    num_bytes = models.BigIntegerField()
    truth = models.JSONField(null=True)
    answered_at = models.DateTimeField(null=True)
    num_evaluated = models.PositiveIntegerField(default=0)
    num_right = models.PositiveIntegerField(default=0)
    error = models.FloatField(null=True)
    sample = models.ForeignKey("datasets.Sample", models.SET_NULL, null=True, related_name="+")
    added_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("deployment", "log_id"), name="stored_call_once"),
        )
        indexes = (
            models.Index(fields=("deployment", "-called_at", "-id"), name="stored_calls_by_time"),
            models.Index(
                fields=("deployment", "reason", "-called_at", "-id"),
                name="stored_calls_by_reason",
            ),
            models.Index(fields=("deployment", "top_score", "id"), name="stored_calls_by_score"),
            models.Index(
                fields=("deployment", "top_label", "-called_at", "-id"),
                name="stored_calls_by_label",
            ),
            models.Index(
                fields=("deployment", "-called_at", "-id"),
                condition=models.Q(added_at__isnull=False),
                name="stored_calls_added",
            ),
            models.Index(
                fields=("deployment", "-called_at", "-id"),
                condition=models.Q(answered_at__isnull=False),
                name="stored_calls_answered",
            ),
            # Figures are read from it alone: rows are as long as what callers sent.
            models.Index(
                fields=(
                    "deployment",
                    "reason",
                    "top_label",
                    "added_at",
                    "answered_at",
                    "num_bytes",
                ),
                name="stored_calls_in_figures",
            ),
        )
