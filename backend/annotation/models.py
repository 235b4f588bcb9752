"""What people and models said about samples, now and in the past."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Source(models.TextChoices):
    """Who said it."""

    HUMAN = "human"
    IMPORT = "import"
    MODEL = "model"


class Annotation(models.Model):
    """One label on one sample; ``geometry`` is null for a class of the whole sample."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sample = models.ForeignKey("datasets.Sample", models.CASCADE, related_name="annotations")
    label = models.ForeignKey("datasets.Label", models.CASCADE, related_name="annotations")
    geometry = models.JSONField(null=True)
    source = models.CharField(max_length=8, choices=Source.choices)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("sample", "label"),
                condition=models.Q(geometry__isnull=True),
                name="one_class_once_per_sample",
            ),
        )
        indexes = (
            models.Index(fields=("label", "sample")),
            # Counting who labelled how much when reads this alone.
            models.Index(fields=("label", "source", "author", "created_at")),
        )


class AnnotationRevision(models.Model):
    """The labels a sample was given by one act: its whole state after it, for history and undo."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sample = models.ForeignKey("datasets.Sample", models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    labels = models.JSONField(null=True)
    source = models.CharField(max_length=8, choices=Source.choices)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("sample", "number"), name="revisions_are_numbered"),
        )
        indexes = (models.Index(fields=("created_at", "id")),)
