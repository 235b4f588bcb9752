"""Recipes for cleaning data, and what became of the samples that went through one."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class CleaningRecipe(models.Model):
    """Steps under a name, for the samples of one medium in all datasets of a project.

    ``steps`` are those of an ``engine.specs.cleaning.CleaningRecipe``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    media = models.CharField(max_length=20)
    name = models.CharField(max_length=120)
    steps = models.JSONField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("project", "media", "name"), name="one_cleaning_recipe_per_name"
            ),
        )


class CleaningRun(models.Model):
    """Samples of a dataset that were taken through steps.

    A process works out what becomes of each sample, in the folder of the job ``worked_by``; then
    a second job puts it into force, ``num_done`` samples of ``num_samples`` so far. ``query`` is
    the filter that chose the samples, ``sample_ids`` those that were named instead. ``dropped``
    counts by step those that left the dataset. ``num_skipped`` counts samples that somebody had
    changed meanwhile, and were left alone; ``num_lost`` regions that could not be moved along.
    """

    class State(models.TextChoices):
        CLEANING = "cleaning"
        APPLYING = "applying"
        APPLIED = "applied"
        UNDOING = "undoing"
        UNDONE = "undone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey("datasets.Dataset", models.CASCADE, related_name="+")
    name = models.CharField(max_length=120, blank=True)
    steps = models.JSONField()
    query = models.JSONField(default=dict)
    sample_ids = models.JSONField(null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CLEANING)
    num_samples = models.PositiveIntegerField(default=0)
    num_done = models.PositiveIntegerField(default=0)
    num_changed = models.PositiveIntegerField(default=0)
    num_dropped = models.PositiveIntegerField(default=0)
    num_skipped = models.PositiveIntegerField(default=0)
    num_lost = models.PositiveIntegerField(default=0)
    num_left = models.PositiveIntegerField(default=0)
    dropped = models.JSONField(default=dict)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    worked_by = models.UUIDField(null=True)
    session_id = models.UUIDField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("dataset", "-created_at", "-id")),)


class CleanedSample(models.Model):
    """A sample that a run changed or left out, for as long as that holds.

    ``replacement_id`` is the sample in its place, null when it was left out by ``step``;
    ``revision`` is that sample's then: a later one says that somebody has gone on from there.
    """

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(CleaningRun, models.CASCADE, related_name="cleaned")
    sample_id = models.UUIDField()
    step = models.CharField(max_length=30, blank=True)
    replacement_id = models.UUIDField(null=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=("run", "sample_id")),
            # Lineage goes back from a sample to the one whose place it took.
            models.Index(fields=("replacement_id",)),
        )
