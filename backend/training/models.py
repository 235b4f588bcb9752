"""Training runs."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class TrainingRun(models.Model):
    """One training of one network on frozen data; immutable but for what its job reports.

    ``spec`` is the resolved ``engine.specs.training.TrainingSpec`` once the engine has said it, the
    requested one before. ``study_id`` is the search that the run is a trial of, ``data_fraction``
    how much of the training split it learns from. ``verdict`` says why the model is no better than
    guessing, where it is not.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    task = models.CharField(max_length=60)
    target = models.CharField(max_length=40)
    tier = models.CharField(max_length=10)
    backbone = models.CharField(max_length=60)
    options = models.JSONField(default=dict)
    seed = models.PositiveIntegerField(default=0)
    pretrained = models.BooleanField(default=False)
    dataset_versions = models.ManyToManyField("datasets.DatasetVersion", related_name="+")
    initial_model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.SET_NULL, null=True, related_name="+"
    )
    study_id = models.UUIDField(null=True)
    data_fraction = models.FloatField(default=1.0)
    rerun_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="reruns")
    job = models.OneToOneField("jobs.Job", models.PROTECT, related_name="+")
    primary_metric = models.CharField(max_length=40)
    best_metric = models.FloatField(null=True)
    verdict = models.JSONField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("project", "number"), name="runs_are_numbered"),
        )
        indexes = (
            models.Index(fields=("project", "-created_at", "-id")),
            models.Index(fields=("study_id",)),
        )
