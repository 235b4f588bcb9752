"""Predictions of many files at once, and what came of them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from engine.specs.predictions import PREDICTIONS_FILES


class BatchPrediction(models.Model):
    """Many inputs predicted by one model version; without a job while files are still sent.

    ``source_name`` is what the inputs are called, and stays when they are deleted. ``wanted`` is
    the filter of samples of a dataset, as a document; ``folder`` the number of an allowed folder of
    the server, ``path`` the way below it. ``num_bytes_read`` is how much of the process's file was
    counted: it changes together with the counts. ``schedule`` is the one that began it, if any.
    """

    class Source(models.TextChoices):
        DATASET = "dataset"
        VERSION = "version"
        FILES = "files"
        FOLDER = "folder"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.SET_NULL, null=True, related_name="+"
    )
    source = models.CharField(max_length=10, choices=Source.choices)
    source_name = models.CharField(max_length=300, blank=True, default="")
    dataset = models.ForeignKey("datasets.Dataset", models.SET_NULL, null=True, related_name="+")
    dataset_version = models.ForeignKey(
        "datasets.DatasetVersion", models.SET_NULL, null=True, related_name="+"
    )
    wanted = models.JSONField(default=dict)
    folder = models.PositiveIntegerField(null=True)
    path = models.CharField(max_length=1000, blank=True, default="")
    suggestion_run = models.ForeignKey(
        "suggestions.SuggestionRun", models.SET_NULL, null=True, related_name="+"
    )
    num_files = models.PositiveIntegerField(default=0)
    num_predicted = models.PositiveIntegerField(default=0)
    num_failed = models.PositiveIntegerField(default=0)
    num_bytes_read = models.BigIntegerField(default=0)
    schedule = models.ForeignKey("schedules.Schedule", models.SET_NULL, null=True, related_name="+")
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=("project", "-created_at", "-id"), name="batches_by_project"),
        )


class PredictedFile(models.Model):
    """A file that was sent to be predicted."""

    id = models.BigAutoField(primary_key=True)
    batch = models.ForeignKey(BatchPrediction, models.CASCADE, related_name="files")
    name = models.CharField(max_length=500)
    blob = models.ForeignKey("files.Blob", models.PROTECT, related_name="+")


class PredictionProblem(models.Model):
    """An input without a prediction, and why."""

    id = models.BigAutoField(primary_key=True)
    batch = models.ForeignKey(BatchPrediction, models.CASCADE, related_name="problems")
    name = models.CharField(max_length=500)
    code = models.CharField(max_length=60)
    message = models.CharField(max_length=1000)
    params = models.JSONField(default=dict)


class PredictionFile(models.Model):
    """All predictions of a batch in one format, to download."""

    id = models.BigAutoField(primary_key=True)
    batch = models.ForeignKey(BatchPrediction, models.CASCADE, related_name="results")
    format = models.CharField(max_length=10, choices=[(one, one) for one in PREDICTIONS_FILES])
    blob = models.ForeignKey("files.Blob", models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("batch", "format"), name="predictions_once_a_format"),
        )
