"""Evaluations of model versions on the same samples."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Evaluation(models.Model):
    """Model versions that are measured on samples of a frozen version of a dataset.

    ``source_name`` and ``tag_name`` are what data and tag were called, and stay when these are
    deleted. ``num_trained_on`` samples were left out because one of the models was trained on
    them, ``num_unknown`` because one does not know ``unknown_labels``. ``result`` is an
    ``engine.specs.evaluations.EvaluationResult`` as a document, ``None`` until it is there.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    dataset_version = models.ForeignKey(
        "datasets.DatasetVersion", models.SET_NULL, null=True, related_name="+"
    )
    source_name = models.CharField(max_length=300)
    tag = models.ForeignKey("datasets.Tag", models.SET_NULL, null=True, related_name="+")
    tag_name = models.CharField(max_length=100, blank=True, default="")
    num_trained_on = models.PositiveIntegerField(default=0)
    num_unknown = models.PositiveIntegerField(default=0)
    unknown_labels = models.JSONField(default=list)
    result = models.JSONField(null=True)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=("project", "-created_at", "-id"), name="evaluations_by_project"),
        )


class EvaluatedModel(models.Model):
    """A model version in an evaluation; that of ``place`` 0 is what others are compared with.

    ``is_training_known`` tells whether it is known what the model was trained on.
    """

    id = models.BigAutoField(primary_key=True)
    evaluation = models.ForeignKey(Evaluation, models.CASCADE, related_name="models")
    place = models.PositiveSmallIntegerField()
    model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.SET_NULL, null=True, related_name="+"
    )
    name = models.CharField(max_length=300)
    number = models.PositiveIntegerField()
    is_training_known = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("evaluation", "place"), name="evaluated_models_once_a_place"
            ),
        )
