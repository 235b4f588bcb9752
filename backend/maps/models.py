"""Maps of datasets, on which like samples lie together, and areas that people drew on them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class EmbeddingMap(models.Model):
    """Samples of a dataset laid out on a plane by their embeddings.

    ``method`` and the counts are those of an ``engine.specs.projection.MapSummary``. Of a dataset
    with more samples than can be drawn, ``num_samples`` were drawn at random out of ``num_live``.
    """

    class State(models.TextChoices):
        RUNNING = "running"
        READY = "ready"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey("datasets.Dataset", models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    method = models.CharField(max_length=20, blank=True)
    num_live = models.PositiveIntegerField(default=0)
    num_samples = models.PositiveIntegerField(default=0)
    num_unreadable = models.PositiveIntegerField(default=0)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("dataset", "-created_at", "-id")),)


class MapPoint(models.Model):
    """Where a sample lies, in 0..1, and how far it is from its nearest neighbours."""

    id = models.BigAutoField(primary_key=True)
    map = models.ForeignKey(EmbeddingMap, models.CASCADE, related_name="points")
    sample_id = models.UUIDField()
    x = models.FloatField()
    y = models.FloatField()
    distance = models.FloatField()

    class Meta:
        # Drawing an area reads the points between its left and right end alone.
        indexes = (models.Index(fields=("map", "x")),)


class MapArea(models.Model):
    """A part of a map that somebody drew a line around; ``outline`` are its corners in 0..1."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    map = models.ForeignKey(EmbeddingMap, models.CASCADE, related_name="areas")
    outline = models.JSONField()
    num_samples = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)


class AreaSample(models.Model):
    """A sample within an area."""

    id = models.BigAutoField(primary_key=True)
    area = models.ForeignKey(MapArea, models.CASCADE, related_name="samples")
    sample_id = models.UUIDField()

    class Meta:
        indexes = (models.Index(fields=("area", "sample_id")),)
