"""What the API shows and takes about jobs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import OutputSerializer, PersonSerializer
from backend.jobs.contracts import names
from backend.jobs.models import Job


class WaitingSerializer(OutputSerializer):
    """Why a queued job does not run yet."""

    reason = serializers.ChoiceField(
        choices=("slots_busy", "no_worker", "queued", "backing_off", "disk_full")
    )
    position = serializers.IntegerField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))


class JobErrorSerializer(OutputSerializer):
    """Why a job failed."""

    code = serializers.CharField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))
    message = serializers.CharField(allow_blank=True)


class JobSerializer(OutputSerializer):
    """A job, from waiting to its end."""

    id = serializers.UUIDField()
    organisation_id = serializers.UUIDField()
    project_id = serializers.UUIDField(allow_null=True)
    kind = serializers.ChoiceField(choices=names.KINDS)
    subject_id = serializers.UUIDField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    phase = serializers.CharField(allow_blank=True)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    eta_seconds = serializers.FloatField(allow_null=True)
    attempt = serializers.IntegerField()
    max_attempts = serializers.IntegerField()
    waiting = WaitingSerializer(allow_null=True)
    error = JobErrorSerializer(allow_null=True)
    result = serializers.DictField(child=serializers.JSONField(allow_null=True), allow_null=True)
    cancel_requested = serializers.BooleanField()
    requested_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class JobEventSerializer(OutputSerializer):
    """One thing a job said."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    # DRF takes declared fields off the class, so this does not hide its property of that name.
    data = serializers.DictField(  # type: ignore[assignment]
        child=serializers.JSONField(allow_null=True)
    )
    created_at = serializers.DateTimeField()


class JobQuery(serializers.Serializer[Any]):
    """Which jobs to list; ``organisation`` or ``project`` has to be given."""

    organisation = serializers.UUIDField(required=False)
    project = serializers.UUIDField(required=False)
    state = serializers.ChoiceField(choices=Job.State.choices, required=False)
    kind = serializers.ChoiceField(choices=names.KINDS, required=False)


class AfterQuery(serializers.Serializer[Any]):
    """The number of the last event that is already known."""

    after = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
