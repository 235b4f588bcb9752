"""What people and models said about samples, now and in the past."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from backend.annotation.contracts import Source as Source
from backend.annotation.contracts.states import says_nothing


class Annotation(models.Model):
    """One thing said about a sample.

    - a class of the whole sample: ``label`` alone;
    - a marked region: ``geometry`` (``engine.specs.samples.geometry``) and ``key``, which is
      unique within the sample, with ``label``, ``text`` and ``points`` (key points of the object)
      where the kind of annotation has them, and ``attributes`` by name, as its label defines them;
    - a transcript or a caption: ``text`` alone;
    - a score: ``value`` alone.

    ``position`` keeps regions and texts in the order they were given.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sample = models.ForeignKey("datasets.Sample", models.CASCADE, related_name="annotations")
    label = models.ForeignKey(
        "datasets.Label", models.CASCADE, related_name="annotations", null=True
    )
    geometry = models.JSONField(null=True)
    key = models.CharField(max_length=64, blank=True)
    points = models.JSONField(default=list)
    attributes = models.JSONField(default=dict)
    text = models.TextField(null=True)
    value = models.FloatField(null=True)
    position = models.PositiveIntegerField(default=0)
    source = models.CharField(max_length=8, choices=Source.choices)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("sample", "label"),
                condition=models.Q(geometry__isnull=True, label__isnull=False),
                name="one_class_once_per_sample",
            ),
            models.UniqueConstraint(
                fields=("sample", "key"),
                condition=models.Q(geometry__isnull=False),
                name="region_keys_are_unique",
            ),
        )
        indexes = (
            models.Index(fields=("label", "sample")),
            # Counting who labelled how much when reads this alone.
            models.Index(fields=("label", "source", "author", "created_at")),
            models.Index(fields=("author", "sample")),
        )


class Relation(models.Model):
    """A directed relation between two regions of a sample, which it names by their keys."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sample = models.ForeignKey("datasets.Sample", models.CASCADE, related_name="+")
    label = models.ForeignKey("datasets.Label", models.CASCADE, related_name="+")
    subject = models.CharField(max_length=64)
    object = models.CharField(max_length=64)
    source = models.CharField(max_length=8, choices=Source.choices)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("sample", "label", "subject", "object"), name="one_relation_once"
            ),
        )
        indexes = (models.Index(fields=("label", "sample")),)


class AnnotationRevision(models.Model):
    """All that a sample was given by one act: its whole state after it, for history and undo.

    ``state`` is null for "not annotated"; otherwise see
    ``backend.annotation.contracts.states.described``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sample = models.ForeignKey("datasets.Sample", models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    state = models.JSONField(null=True)
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

    @property
    def labels(self) -> list[dict[str, str]] | None:
        """The labels of the whole sample, ``None`` when it was not annotated."""
        return None if self.state is None else list(self.state["labels"])

    @property
    def is_negative(self) -> bool:
        """Whether it was said that there is nothing to annotate."""
        return self.state is not None and says_nothing(self.state)

    @property
    def num_regions(self) -> int:
        """How many regions it had."""
        return len(self.state["regions"]) if self.state else 0

    @property
    def num_relations(self) -> int:
        """How many relations between regions it had."""
        return len(self.state["relations"]) if self.state else 0

    @property
    def texts(self) -> list[str]:
        """Its transcript or captions."""
        return list(self.state["texts"]) if self.state else []

    @property
    def value(self) -> float | None:
        """Its score."""
        return self.state["value"] if self.state else None
