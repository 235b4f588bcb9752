"""Schedules over HTTP."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from backend.schedules import selectors
from backend.schedules import serializers as shapes
from backend.schedules.models import Schedule
from backend.schedules.services import schedules as services
from backend.schedules.services.times import require_times, times_after

NUM_TIMES = 3


class SchedulesView(View):
    """``/schedules``."""

    @operation(
        "list_schedules",
        query=shapes.ScheduleQuerySerializer,
        response=shapes.ScheduleSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the schedules of a project, newest first."""
        query = self.query(shapes.ScheduleQuerySerializer)
        return self.page(
            selectors.list_schedules(caller=self.caller, **query),
            shapes.ScheduleSerializer,
            complete=selectors.complete,
        )

    @operation(
        "create_schedule",
        body=shapes.NewScheduleSerializer,
        response=shapes.ScheduleSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_project,
        named="project_id",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Create a schedule that begins something again and again, in your name."""
        fields = self.body(shapes.NewScheduleSerializer)
        del fields["project_id"]
        row = services.create_schedule(caller=self.caller, project=project, **fields)
        return selectors.describe(row.id)


class ScheduleView(View):
    """``/schedules/{id}``."""

    @operation(
        "get_schedule",
        response=shapes.ScheduleSerializer,
        least=Role.VIEWER,
        about=selectors.require_schedule,
    )
    def get(self, request: Request, schedule: Schedule) -> object:
        """Get a schedule with its next times."""
        return selectors.complete([schedule])[0]

    @operation(
        "update_schedule",
        body=shapes.ScheduleChangeSerializer,
        response=shapes.ScheduleSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_schedule,
    )
    def patch(self, request: Request, schedule: Schedule) -> object:
        """Update the name or the times of a schedule, pause it or let it go on."""
        fields = self.body(shapes.ScheduleChangeSerializer)
        services.change_schedule(schedule=schedule, changed_by=self.caller, **fields)
        return selectors.describe(schedule.id)

    @operation(
        "delete_schedule", status=204, least=Role.DEVELOPER, about=selectors.require_schedule
    )
    def delete(self, request: Request, schedule: Schedule) -> None:
        """Delete a schedule; what it has begun stays."""
        services.delete_schedule(schedule=schedule, deleted_by=self.caller)


class ScheduleTimesView(View):
    """``/schedule-times``."""

    @operation(
        "get_schedule_times",
        query=shapes.TimesQuerySerializer,
        response=shapes.TimesSerializer,
    )
    def get(self, request: Request) -> object:
        """Get the next times of a cron expression, before a schedule is made of it."""
        query, now = self.query(shapes.TimesQuerySerializer), timezone.now()
        require_times(now=now, **query)
        return {"next_times": times_after(after=now, num_times=NUM_TIMES, **query)}
