"""Shapes of schedules."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    NameField,
    StrictBooleanField,
    StrictCharField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.schedules.contracts import ACTIONS, ScheduleView

ScheduleSerializer = serializer_of(ScheduleView)


class NewScheduleSerializer(InputSerializer):
    """What is begun, and when.

    ``arguments`` is the body of the request that begins the action once: of ``batch_prediction``,
    that of ``create_batch_prediction``, from any source but files that are sent.
    """

    project_id = StrictUUIDField()
    name = NameField(max_length=200)
    action = serializers.ChoiceField(choices=[name for name, _ in ACTIONS.items()])
    arguments = serializers.DictField()
    cron = StrictCharField(max_length=100)
    time_zone = StrictCharField(max_length=60)


class ScheduleChangeSerializer(InputSerializer):
    """What changes of a schedule."""

    name = NameField(max_length=200, required=False)
    cron = StrictCharField(max_length=100, required=False)
    time_zone = StrictCharField(max_length=60, required=False)
    is_paused = StrictBooleanField(required=False)


class ScheduleQuerySerializer(InputSerializer):
    """Whose schedules to list."""

    project = serializers.UUIDField()


class TimesQuerySerializer(InputSerializer):
    """Which times to look at."""

    cron = serializers.CharField(max_length=100)
    time_zone = serializers.CharField(max_length=60)


class TimesSerializer(serializers.Serializer[object]):
    """The next times of a schedule that is not made yet."""

    next_times = serializers.ListField(child=serializers.DateTimeField())
