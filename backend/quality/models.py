"""What inspections of datasets found, and what was done about it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from engine.catalog.quality import FindingKind, FixKind, Severity


def _choices(kinds: type[FindingKind] | type[Severity] | type[FixKind]) -> list[tuple[str, str]]:
    return [(kind.value, kind.value) for kind in kinds]


class Inspection(models.Model):
    """One look at the live samples of a dataset, or at those of a frozen version.

    ``data_at`` is the moment whose samples it saw; ``summary`` is the rest of an
    ``engine.specs.inspection.InspectionSummary``: charts, thresholds and skipped checks.
    """

    class State(models.TextChoices):
        RUNNING = "running"
        READY = "ready"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey("datasets.Dataset", models.CASCADE, related_name="+")
    version = models.ForeignKey(
        "datasets.DatasetVersion", models.CASCADE, null=True, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    num_samples = models.PositiveIntegerField(default=0)
    num_found = models.PositiveIntegerField(default=0)
    summary = models.JSONField(default=dict)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    data_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("dataset", "-created_at", "-id")),)


class Finding(models.Model):
    """One kind of thing that an inspection found.

    ``num_open`` counts the rows that its fix would change now; services keep it in the same
    transaction as the change.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    inspection = models.ForeignKey(Inspection, models.CASCADE, related_name="findings")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=30, choices=_choices(FindingKind))
    severity = models.CharField(max_length=10, choices=_choices(Severity))
    num_samples = models.PositiveIntegerField()
    num_groups = models.PositiveIntegerField(default=0)
    num_open = models.PositiveIntegerField(default=0)
    params = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("inspection", "kind"), name="one_finding_of_a_kind_per_inspection"
            ),
        )


class Fix(models.Model):
    """One click on a fix: what was done to the samples of a finding, and whether it was undone.

    ``sample_ids`` is null for all of them. ``num_skipped`` counts samples that had changed since
    they were inspected, and were left alone.
    """

    class State(models.TextChoices):
        APPLYING = "applying"
        APPLIED = "applied"
        UNDOING = "undoing"
        UNDONE = "undone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    finding = models.ForeignKey(Finding, models.CASCADE, related_name="fixes")
    kind = models.CharField(max_length=10, choices=_choices(FixKind))
    state = models.CharField(max_length=10, choices=State.choices, default=State.APPLYING)
    sample_ids = models.JSONField(null=True)
    num_changed = models.PositiveIntegerField(default=0)
    num_skipped = models.PositiveIntegerField(default=0)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("finding", "-created_at", "-id")),)


class FoundSample(models.Model):
    """A sample of a finding, the strongest first; ``engine.specs.inspection.FoundSample`` as a row.

    ``fix`` is set while a fix holds for it: ``fixed_revision`` is the revision of the
    sample's annotations then, ``replacement_id`` the sample that took its place.
    """

    id = models.BigAutoField(primary_key=True)
    finding = models.ForeignKey(Finding, models.CASCADE, related_name="found")
    sample_id = models.UUIDField()
    group = models.PositiveIntegerField(null=True)
    is_kept = models.BooleanField(default=False)
    score = models.FloatField(default=0)
    suggested = models.CharField(max_length=120, blank=True)
    params = models.JSONField(default=dict)
    fix = models.ForeignKey(Fix, models.SET_NULL, null=True, related_name="+")
    fixed_revision = models.PositiveIntegerField(null=True)
    replacement_id = models.UUIDField(null=True)

    class Meta:
        indexes = (models.Index(fields=("finding", "sample_id")),)
