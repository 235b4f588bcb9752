"""What the API shows and takes about jobs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import OutputSerializer
from backend.api.shapes import serializer_of
from backend.jobs.contracts import JobError, JobLine, JobLog, JobView, Waiting, names
from backend.jobs.models import Job

WaitingSerializer = serializer_of(
    Waiting,
    reason=serializers.ChoiceField(
        choices=("slots_busy", "no_worker", "queued", "backing_off", "disk_full")
    ),
)


JobErrorSerializer = serializer_of(
    JobError,
)


JobSerializer = serializer_of(
    JobView,
    without=("request",),
    kind=serializers.ChoiceField(choices=names.KINDS),
    state=serializers.ChoiceField(choices=Job.State.choices),
    waiting=WaitingSerializer(allow_null=True),
    error=JobErrorSerializer(allow_null=True),
)


class JobEventSerializer(OutputSerializer):
    """One thing a job said."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    # DRF takes declared fields off the class, so this does not hide its property of that name.
    data = serializers.DictField(  # type: ignore[assignment]
        child=serializers.JSONField(allow_null=True)
    )
    created_at = serializers.DateTimeField()


JobLineSerializer = serializer_of(
    JobLine,
    data=serializers.DictField(child=serializers.JSONField(allow_null=True)),
)


JobLogSerializer = serializer_of(
    JobLog,
    lines=JobLineSerializer(many=True),
)


class JobLogQuery(serializers.Serializer[Any]):
    """How many lines to answer with, of words and of numbers each."""

    most = serializers.IntegerField(default=500, min_value=1, max_value=2000)


class JobQuery(serializers.Serializer[Any]):
    """Which jobs to list; ``organisation`` or ``project`` has to be given."""

    organisation = serializers.UUIDField(required=False)
    project = serializers.UUIDField(required=False)
    state = serializers.ChoiceField(choices=Job.State.choices, required=False)
    kind = serializers.ChoiceField(choices=names.KINDS, required=False)


class AfterQuery(serializers.Serializer[Any]):
    """The number of the last event that is already known."""

    after = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
