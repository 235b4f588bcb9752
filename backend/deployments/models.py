"""Published endpoints, who may call them, and how often they did."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from backend.deployments.contracts.servers import ServerState


class Gateway(models.Model):
    """The process that callers of all endpoints come to; there is one row."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    state = models.CharField(
        max_length=10, choices=ServerState.choices, default=ServerState.STOPPED
    )
    address = models.CharField(max_length=500, blank=True, default="")
    public_address = models.CharField(max_length=500, blank=True, default="")
    handle = models.TextField(null=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.CharField(max_length=2000, blank=True)


class Deployment(models.Model):
    """An endpoint: an address at the gateway, behind which revisions answer.

    ``suffix`` is the last part of its address, unique in the installation. ``model_version`` and
    ``replicas`` are those of the revision with most of the calls. ``generation`` grows with each
    change of what should run; ``observed_generation`` is the one that the gateway goes by.
    ``callers_revision`` grows with each change of who may call and how much, and
    ``observed_callers_revision`` is the one that the gateway goes by. A deployment that
    ``is_deleted`` is shown to nobody; its row goes when its processes have ended.

    ``limits`` (``engine.specs.gateway.LimitsSpec``) are those of all callers together.
    ``rolls_back`` says whether calls go back by themselves when a new revision does worse.

    ``sampling`` (``backend.deployments.contracts.SamplingView``) says which calls are stored,
    ``None`` without consent. ``async_predictions``
    (``backend.deployments.contracts.AsyncPredictionsView``) says how calls are answered that nobody
    waits for, ``None`` where there are none; ``num_queued`` and ``num_running`` are those now.

    After ``idle_minutes`` without a call (``active_at``) its model servers end, and the next call
    starts them again: it waited ``wake_seconds`` the last time.
    """

    class DesiredState(models.TextChoices):
        RUNNING = "running"
        STOPPED = "stopped"

    class State(models.TextChoices):
        STARTING = "starting"
        RUNNING = "running"
        ASLEEP = "asleep"
        STOPPED = "stopped"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    suffix = models.CharField(max_length=60, unique=True)
    model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.PROTECT, related_name="+"
    )
    replicas = models.PositiveIntegerField(default=1)
    desired_state = models.CharField(
        max_length=10, choices=DesiredState.choices, default=DesiredState.RUNNING
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.STARTING)
    generation = models.PositiveIntegerField(default=1)
    observed_generation = models.PositiveIntegerField(default=0)
    callers_revision = models.PositiveIntegerField(default=0)
    observed_callers_revision = models.PositiveIntegerField(default=0)
    limits = models.JSONField(default=dict)
    rolls_back = models.BooleanField(default=True)
    sampling = models.JSONField(null=True)
    async_predictions = models.JSONField(null=True)
    num_queued = models.PositiveIntegerField(default=0)
    num_running = models.PositiveIntegerField(default=0)
    idle_minutes = models.PositiveIntegerField(null=True)
    active_at = models.DateTimeField(default=timezone.now)
    is_asleep = models.BooleanField(default=False)
    woken_at = models.DateTimeField(null=True)
    wake_seconds = models.FloatField(null=True)
    is_deleted = models.BooleanField(default=False)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.CharField(max_length=2000, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = (models.Index(fields=("project", "-created_at", "-id")),)


class DeploymentRevision(models.Model):
    """A model version behind an endpoint, with as many replicas as it was made with.

    ``weight`` is the share of the calls in percent that it should get, and ``routed_weight`` the
    one that it gets: calls move once all that should answer do. A shadow is given copies of calls,
    and its answers are compared and never returned. The last one whose calls went elsewhere
    (``unrouted_at``) stays warm for a while. ``withdrawn_reason`` says why its calls went back by
    themselves. It ``has_drifted`` when its latest calls have. ``died_at`` are the last times
    (ISO 8601) at which its model server ended by itself; ``num_ready`` of its replicas answer,
    ``None`` before that is known.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey(Deployment, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    model_version = models.ForeignKey(
        "model_registry.ModelVersion", models.PROTECT, related_name="+"
    )
    replicas = models.PositiveIntegerField()
    weight = models.FloatField(default=0)
    routed_weight = models.FloatField(default=0)
    is_shadow = models.BooleanField(default=False)
    unrouted_at = models.DateTimeField(null=True)
    is_warm = models.BooleanField(default=False)
    withdrawn_reason = models.CharField(max_length=500, blank=True, default="")
    has_drifted = models.BooleanField(default=False)
    state = models.CharField(
        max_length=10, choices=ServerState.choices, default=ServerState.STOPPED
    )
    address = models.CharField(max_length=500, blank=True, default="")
    handle = models.TextField(null=True)
    died_at = models.JSONField(default=list)
    num_ready = models.PositiveIntegerField(null=True)
    error_code = models.CharField(max_length=60, blank=True, default="")
    error_message = models.CharField(max_length=2000, blank=True, default="")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deployment", "number"), name="deployment_revisions_are_numbered"
            ),
        )


class EndpointKey(models.Model):
    """A key that may call one endpoint; only its SHA-256 is kept.

    ``limits`` (``engine.specs.gateway.LimitsSpec``) is how much it may call, and ``networks``
    (CIDR) from where; empty, from anywhere.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deployment = models.ForeignKey(Deployment, models.CASCADE, related_name="keys")
    name = models.CharField(max_length=120)
    prefix = models.CharField(max_length=16)
    sha256 = models.CharField(max_length=64, unique=True)
    limits = models.JSONField(default=dict)
    networks = models.JSONField(default=list)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)


class Application(models.Model):
    """A caller in the EasyDL manner: client id and secret, exchanged for access tokens.

    It may call ``deployments``, or every endpoint of the organisation where
    ``may_call_all``: one that has lost its last endpoint may call none.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organisation = models.ForeignKey("accounts.Organisation", models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    client_id = models.CharField(max_length=32, unique=True)
    secret_sha256 = models.CharField(max_length=64)
    deployments = models.ManyToManyField(Deployment, related_name="applications")
    may_call_all = models.BooleanField(default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)


class IssuedToken(models.Model):
    """A signed access token that was handed out; the row lets it be listed and revoked."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    application = models.ForeignKey(Application, models.CASCADE, null=True, related_name="tokens")
    deployment = models.ForeignKey(Deployment, models.CASCADE, null=True, related_name="tokens")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)


class CallStatistic(models.Model):
    """The calls of one endpoint and revision in a minute, an hour or a day from ``begin``.

    Each call counts in one row of every span, so that a year is read from days: minutes and hours
    are deleted once charts show them no more. ``revision`` is 0 where none is known: of calls that
    no revision was chosen for, and of those counted before revisions were. ``score_sum`` adds up
    the top scores of the ``num_scored`` calls that have one; ``queue_sum_ms`` and ``batch_sum`` add
    up how long the ``num_batched`` calls that a network ran for waited for it, and the rows of its
    runs. ``latency_buckets`` counts the calls that somebody waited for by upper bound in
    milliseconds (keys are the bounds as text); ``labels``, ``callers`` and ``error_codes`` count
    them by what they are called.
    """

    class Span(models.TextChoices):
        MINUTE = "minute"
        HOUR = "hour"
        DAY = "day"

    id = models.BigAutoField(primary_key=True)
    deployment = models.ForeignKey(Deployment, models.CASCADE, related_name="statistics")
    version = models.CharField(max_length=40)
    revision = models.PositiveIntegerField(default=0)
    span = models.CharField(max_length=6, choices=Span.choices, default=Span.MINUTE)
    begin = models.DateTimeField()
    num_calls = models.PositiveIntegerField(default=0)
    num_errors = models.PositiveIntegerField(default=0)
    score_sum = models.FloatField(default=0)
    num_scored = models.PositiveIntegerField(default=0)
    num_batched = models.PositiveIntegerField(default=0)
    queue_sum_ms = models.FloatField(default=0)
    batch_sum = models.PositiveBigIntegerField(default=0)
    latency_sum_ms = models.FloatField(default=0)
    latency_buckets = models.JSONField(default=dict)
    labels = models.JSONField(default=dict)
    callers = models.JSONField(default=dict)
    error_codes = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deployment", "span", "begin", "version", "revision"),
                name="one_statistic_per_span",
            ),
        )


class UsageStatistic(models.Model):
    """What the model server of a revision used in a minute, an hour or a day from ``begin``.

    ``cpu_seconds`` of all its processes were used in the ``seconds`` that it was watched for;
    ``memory_bytes`` is the most that they held at a look.
    """

    id = models.BigAutoField(primary_key=True)
    deployment = models.ForeignKey(Deployment, models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    span = models.CharField(max_length=6, choices=CallStatistic.Span.choices)
    begin = models.DateTimeField()
    seconds = models.FloatField(default=0)
    cpu_seconds = models.FloatField(default=0)
    memory_bytes = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deployment", "span", "begin", "revision"), name="one_usage_per_span"
            ),
        )


class ShadowStatistic(models.Model):
    """What a shadow said to copies of calls in an hour or a day from ``begin``.

    ``revision`` answered the calls themselves. ``agreement_sum`` adds up the agreement, 0 to 1, of
    the ``num_compared`` copies of which both answers hold results. ``label_pairs`` counts copies by
    what was answered and what the shadow said, keys being ``["answered","said"]`` as JSON.
    """

    id = models.BigAutoField(primary_key=True)
    deployment = models.ForeignKey(Deployment, models.CASCADE, related_name="shadow_statistics")
    span = models.CharField(max_length=6, choices=CallStatistic.Span.choices)
    begin = models.DateTimeField()
    revision = models.PositiveIntegerField()
    shadow_revision = models.PositiveIntegerField()
    num_calls = models.PositiveIntegerField(default=0)
    num_errors = models.PositiveIntegerField(default=0)
    num_compared = models.PositiveIntegerField(default=0)
    agreement_sum = models.FloatField(default=0)
    latency_sum_ms = models.FloatField(default=0)
    latency_buckets = models.JSONField(default=dict)
    label_pairs = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("deployment", "span", "begin", "revision", "shadow_revision"),
                name="one_shadow_statistic_per_span",
            ),
        )


class CallLogOffset(models.Model):
    """How much of a log of calls or of a shadow is counted; ``file`` is its inode."""

    id = models.BigAutoField(primary_key=True)
    deployment = models.ForeignKey(Deployment, models.CASCADE, related_name="+")
    file = models.CharField(max_length=40)
    offset = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("deployment", "file"), name="one_offset_per_call_log"),
        )


class Playground(models.Model):
    """A model server for trying a version before it is published.

    It runs while ``last_used_at`` is fresh, on this machine only, for callers with a token that
    the web process signs for itself.
    """

    model_version = models.OneToOneField(
        "model_registry.ModelVersion", models.CASCADE, primary_key=True, related_name="+"
    )
    last_used_at = models.DateTimeField()
    state = models.CharField(
        max_length=10, choices=ServerState.choices, default=ServerState.STOPPED
    )
    address = models.CharField(max_length=500, blank=True, default="")
    handle = models.TextField(null=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.CharField(max_length=2000, blank=True)
