"""Trained models and their immutable versions."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Model(models.Model):
    """A name under which versions are kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("project", "name"), name="one_model_per_name"),
        )


class ModelVersion(models.Model):
    """One model package. ``manifest`` and ``report`` are copies of its files, for reading.

    One that ``is_built_in`` comes with Easel: nobody trained it in the project.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    model = models.ForeignKey(Model, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    training_run = models.OneToOneField(
        "training.TrainingRun", models.SET_NULL, null=True, related_name="model_version"
    )
    is_built_in = models.BooleanField(default=False)
    package_blob = models.ForeignKey("files.Blob", models.PROTECT, related_name="+")
    sdk_blob = models.ForeignKey("files.Blob", models.PROTECT, null=True, related_name="+")
    manifest = models.JSONField()
    report = models.JSONField()
    primary_metric = models.CharField(max_length=40)
    metric = models.FloatField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    trashed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("model", "number"), name="model_versions_numbered"),
        )
        indexes = (models.Index(fields=("model", "-number")),)
