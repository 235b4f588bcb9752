"""Shapes of jobs."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import OutputSerializer, PersonSerializer
from backend.jobs.models import Job
from backend.jobs.names import KINDS

WAITING_REASONS = ("slots_busy", "no_worker", "queued")


class JobWaitingSerializer(OutputSerializer):
    """Why a job has not begun."""

    reason = serializers.ChoiceField(WAITING_REASONS)
    position = serializers.IntegerField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))


class JobErrorSerializer(OutputSerializer):
    """Why a job failed."""

    code = serializers.CharField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))
    message = serializers.CharField()


class JobSerializer(OutputSerializer):
    """Somebody is doing this, or will."""

    id = serializers.UUIDField()
    organisation_id = serializers.UUIDField()
    project_id = serializers.UUIDField(allow_null=True)
    kind = serializers.ChoiceField(KINDS)
    subject_id = serializers.UUIDField()
    title = serializers.CharField()
    state = serializers.ChoiceField(Job.State.choices)
    phase = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    eta_seconds = serializers.FloatField(allow_null=True)
    attempt = serializers.IntegerField()
    max_attempts = serializers.IntegerField()
    waiting = JobWaitingSerializer(allow_null=True)
    error = JobErrorSerializer(allow_null=True)
    cancel_requested = serializers.BooleanField()
    requested_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
