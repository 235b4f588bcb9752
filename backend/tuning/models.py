"""Studies: automatic searches for settings, and their trials."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Study(models.Model):
    """A search for the settings that train the best model; its rows are all that it remembers.

    ``options`` are the settings that stay, ``space`` what is varied (an
    ``engine.specs.tuning.search_space.SearchSpace``), ``sampler`` and ``pruner`` as in
    ``engine.specs.tuning.study``. With a ``population``, as there, trials go on from each
    other's weights.
    The first trial has the ``options`` alone. Each limit may be absent.

    ``active_since`` is when the first trial since the last start or extension began; the seconds of
    earlier stretches are ``seconds_before``. ``hoping_from`` is the first trial after an extension:
    that all before have failed ends the study no more. ``is_exhausted`` says that a finite space is
    used up. ``latency_limit_ms`` is what an answer of the best trial may take.
    ``revision`` counts every change of the study and its trials, so that a stream knows what is
    new. ``propose_job`` is the last one that asked for settings. The trials of a study that
    ``is_scripted`` are run by scripts of people, and ``options`` are what the first one tries.
    """

    class State(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"
        STOPPED = "stopped"
        FAILED = "failed"

    class Ending(models.TextChoices):
        TRIALS = "trials"
        MINUTES = "minutes"
        TARGET = "target"
        SPACE = "space"
        PERSON = "person"
        FAILURES = "failures"

    class Direction(models.TextChoices):
        MAXIMIZE = "maximize"
        MINIMIZE = "minimize"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    is_scripted = models.BooleanField(default=False)
    task = models.CharField(max_length=60)
    target = models.CharField(max_length=40)
    backbone = models.CharField(max_length=60)
    pretrained = models.BooleanField(default=False)
    options = models.JSONField(default=dict)
    dataset_versions = models.ManyToManyField("datasets.DatasetVersion", related_name="+")
    data_fraction = models.FloatField(default=1.0)
    space = models.JSONField()
    sampler = models.JSONField()
    pruner = models.JSONField()
    population = models.JSONField(null=True)
    primary_metric = models.CharField(max_length=40)
    direction = models.CharField(max_length=10, choices=Direction.choices)
    latency_limit_ms = models.FloatField(null=True)
    seed = models.PositiveIntegerField(default=0)
    num_parallel = models.PositiveIntegerField(default=1)
    max_trials = models.PositiveIntegerField(null=True)
    max_minutes = models.PositiveIntegerField(null=True)
    target_score = models.FloatField(null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    ending = models.CharField(max_length=10, choices=Ending.choices, blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_params = models.JSONField(default=dict)
    error_message = models.CharField(max_length=2000, blank=True)
    hoping_from = models.PositiveIntegerField(default=0)
    is_exhausted = models.BooleanField(default=False)
    active_since = models.DateTimeField(null=True)
    seconds_before = models.FloatField(default=0.0)
    importances = models.JSONField(default=dict)
    importances_of = models.PositiveIntegerField(default=0)
    best_trial = models.ForeignKey("Trial", models.SET_NULL, null=True, related_name="+")
    propose_job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    fork_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="forks")
    revision = models.PositiveBigIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("project", "number"), name="studies_are_numbered"),
        )
        indexes = (
            models.Index(fields=("project", "-created_at", "-id")),
            models.Index(fields=("state",)),
        )


class Trial(models.Model):
    """One try of a study: settings, the training run that tries them, and what came of it.

    ``curve`` is ``[[step, score], …]`` by rising step. ``latency_ms`` is what its report says that
    one answer takes (the median). ``is_hopeless`` says that the pruner asked
    its run to stop. A copy tells what a trial of another study found (``copied_from``, while that
    one exists) and has no run of its own. ``lease`` is what the script that runs it knows it by,
    until ``lease_until``. ``parent`` is the trial of the same study whose weights it begins with,
    absent for one that learns from scratch. ``revision`` is that of the study at the last change.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        COMPLETE = "complete"
        PRUNED = "pruned"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    study = models.ForeignKey(Study, models.CASCADE, related_name="trials")
    number = models.PositiveIntegerField()
    settings = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    score = models.FloatField(null=True)
    latency_ms = models.FloatField(null=True)
    curve = models.JSONField(default=list)
    is_hopeless = models.BooleanField(default=False)
    attempts = models.PositiveIntegerField(default=0)
    training_run = models.OneToOneField(
        "training.TrainingRun", models.SET_NULL, null=True, related_name="+"
    )
    lease = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    is_copy = models.BooleanField(default=False)
    copied_from = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    parent = models.ForeignKey("self", models.SET_NULL, null=True, related_name="children")
    has_package = models.BooleanField(default=False)
    error_code = models.CharField(max_length=60, blank=True)
    error_params = models.JSONField(default=dict)
    error_message = models.CharField(max_length=2000, blank=True)
    revision = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("study", "number"), name="trials_are_numbered"),
        )
        indexes = (
            models.Index(fields=("study", "state")),
            models.Index(fields=("study", "score", "number")),
            models.Index(fields=("study", "revision")),
        )
