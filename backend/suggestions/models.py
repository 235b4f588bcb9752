"""What models would say of samples, until people accept, correct or reject it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from backend.datasets.contracts import DisagreementKind


class SuggestionRun(models.Model):
    """One asking of a model about samples of a dataset.

    ``threshold`` is the score from which on the model itself would say a thing. ``num_bytes_read``
    is how much of its process's file is among the rows: both change together.
    """

    class Method(models.TextChoices):
        MODEL = "model"
        CLASSIFIER = "classifier"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey("datasets.Dataset", models.CASCADE, related_name="+")
    method = models.CharField(max_length=10, choices=Method.choices)
    model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.SET_NULL, null=True, related_name="+"
    )
    threshold = models.FloatField()
    wanted = models.JSONField()
    makes_labels = models.BooleanField(default=False)
    num_samples = models.PositiveIntegerField(default=0)
    num_unreadable = models.PositiveIntegerField(default=0)
    num_unknown_labels = models.PositiveIntegerField(default=0)
    num_bytes_read = models.BigIntegerField(default=0)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("dataset", "-created_at", "-id")),)


class Acceptance(models.Model):
    """Many suggestions accepted by one act, which can be undone as one.

    ``label`` is the one whose marks were accepted, null for all; ``spared`` names the samples that
    the person took out.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey("datasets.Dataset", models.CASCADE, related_name="+")
    label = models.ForeignKey("datasets.Label", models.SET_NULL, null=True, related_name="+")
    is_of_one_label = models.BooleanField()
    threshold = models.FloatField()
    spared = models.JSONField(default=list)
    num_accepted = models.PositiveIntegerField(default=0)
    num_undone = models.PositiveIntegerField(default=0)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("dataset", "-created_at", "-id")),)


class Suggestion(models.Model):
    """What was last suggested for a sample; never an annotation.

    ``state`` has the parts of an annotation, each with its score (``backend.suggestions.states``).
    ``accepted_revision`` is the revision that accepting it made; once the sample has another,
    somebody has gone on from there.
    """

    sample = models.OneToOneField(
        "datasets.Sample", models.CASCADE, primary_key=True, related_name="suggestion"
    )
    dataset = models.ForeignKey("datasets.Dataset", models.CASCADE, related_name="+")
    run = models.ForeignKey(SuggestionRun, models.CASCADE, related_name="suggestions")
    state = models.JSONField()
    score = models.FloatField()
    uncertainty = models.FloatField()
    rejected_at = models.DateTimeField(null=True)
    acceptance = models.ForeignKey(
        Acceptance, models.SET_NULL, null=True, related_name="suggestions"
    )
    accepted_revision = models.PositiveIntegerField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("dataset", "-score", "sample")),)


class SuggestedLabel(models.Model):
    """A label that a suggestion names anywhere, with the highest score it has there."""

    id = models.BigAutoField(primary_key=True)
    suggestion = models.ForeignKey(Suggestion, models.CASCADE, related_name="labels")
    label = models.ForeignKey("datasets.Label", models.CASCADE, related_name="+")
    score = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("suggestion", "label"), name="suggested_label_once"),
        )
        indexes = (models.Index(fields=("label", "-score", "id")),)


class Disagreement(models.Model):
    """How surely a sample's suggestion disagrees with its annotation, in one way.

    ``kind`` any has the strongest of all ways. Rows are made anew whenever the suggestion or the
    annotation changes (``backend.suggestions.services.disagreements``), so they are always true.
    """

    id = models.BigAutoField(primary_key=True)
    sample = models.ForeignKey(
        "datasets.Sample", models.CASCADE, related_name="disagreements", db_index=False
    )
    dataset = models.ForeignKey("datasets.Dataset", models.CASCADE, related_name="+")
    kind = models.CharField(
        max_length=6, choices=[(one.value, one.value) for one in DisagreementKind]
    )
    strength = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("sample", "kind"), name="disagreement_once"),
        )
        indexes = (
            models.Index(
                fields=("dataset", "kind", "strength", "sample"), name="disagreements_by_strength"
            ),
        )
