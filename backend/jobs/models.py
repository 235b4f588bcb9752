"""Work in progress: the rows are the truth, the broker only carries their ids."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Job(models.Model):
    """Somebody is doing this, or will.

    A worker owns a running job while ``heartbeat_at`` is fresh; a stale one is taken over.
    A queued job waits until ``not_before`` when an attempt has failed.
    ``handle`` is by what the launcher that started the process finds it again, and nobody else's to
    read. ``resource`` is what the job waits for: a ``compute`` slot, or ``io``; one that ``yields``
    waits until no other job does.
    ``attempt`` counts how often the job itself was begun; ``worker_deaths`` counts apart how many
    workers died with it in hand since it last came further than ``most_done``, or said anything.
    ``eta_seconds`` were left at ``eta_at``; what it does now, it does since ``phase_at``.
    ``request`` is what the kind needs to know beyond its subject, ``result`` what it made.
    ``num_events`` is the number of the last event, and ``events_offset`` how many bytes of the
    process's ``events.jsonl`` are already among them: both change together with the events, so
    that whoever follows next goes on without gap or repeat. ``events_start`` is where in that file
    the process of ``handle`` began to write, behind those before it.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        SUCCEEDED = "succeeded"
        FAILED = "failed"
        CANCELLED = "cancelled"

    class Resource(models.TextChoices):
        COMPUTE = "compute"
        IO = "io"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey("accounts.Organisation", models.CASCADE, related_name="+")
    project = models.ForeignKey("projects.Project", models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=40)
    resource = models.CharField(max_length=10, choices=Resource.choices)
    subject_id = models.UUIDField()
    title = models.CharField(max_length=200)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    phase = models.CharField(max_length=20, blank=True)
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    eta_seconds = models.FloatField(null=True)
    eta_at = models.DateTimeField(null=True)
    phase_at = models.DateTimeField(null=True)
    attempt = models.PositiveIntegerField(default=0)
    max_attempts = models.PositiveIntegerField(default=3)
    worker_deaths = models.PositiveIntegerField(default=0)
    most_done = models.BigIntegerField(default=0)
    yields = models.BooleanField(default=False)
    worker = models.CharField(max_length=120, blank=True)
    handle = models.TextField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    not_before = models.DateTimeField(null=True)
    cancel_requested_at = models.DateTimeField(null=True)
    request = models.JSONField(default=dict)
    result = models.JSONField(default=dict)
    num_events = models.PositiveIntegerField(default=0)
    events_offset = models.BigIntegerField(default=0)
    events_start = models.BigIntegerField(default=0)
    error_code = models.CharField(max_length=60, blank=True)
    error_params = models.JSONField(default=dict)
    error_message = models.CharField(max_length=2000, blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=("state", "resource", "created_at")),
            models.Index(fields=("organisation", "-created_at", "-id")),
            models.Index(fields=("subject_id",)),
        )


class JobEvent(models.Model):
    """One line a job said; ``number`` counts from 1 without gaps and is the SSE event id."""

    id = models.BigAutoField(primary_key=True)
    job = models.ForeignKey(Job, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("job", "number"), name="job_events_are_numbered"),
        )
        indexes = (models.Index(fields=("job", "kind", "number")),)


class WorkerHeartbeat(models.Model):
    """A worker process that was alive at ``seen_at``."""

    name = models.CharField(max_length=120, primary_key=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
