"""Jobs over HTTP: lists, events, the live stream, cancellation."""

from __future__ import annotations

from django.db import connection
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.callers import watcher_of
from backend.api.negotiation import OneForm
from backend.api.pagination import Cursor
from backend.api.schema import operation
from backend.api.streams import stream_response
from backend.api.views import View
from backend.jobs import selectors
from backend.jobs.contracts import JobView
from backend.jobs.contracts.serializers import (
    AfterQuery,
    JobEventSerializer,
    JobLogQuery,
    JobLogSerializer,
    JobQuery,
    JobSerializer,
)
from backend.jobs.log import log_of
from backend.jobs.services import jobs
from backend.jobs.stream import event_stream


class JobList(View):
    """The jobs of an organisation or a project."""

    @operation(
        "list_jobs",
        query=JobQuery,
        response=JobSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List jobs, newest first."""
        query = self.query(JobQuery)
        return self.page(
            selectors.list_jobs(caller=self.caller, **query),
            JobSerializer,
            complete=selectors.views_of,
        )


class JobDetail(View):
    """One job."""

    @operation(
        "get_job",
        response=JobSerializer,
        least=Role.VIEWER,
        about=selectors.require_job,
    )
    def get(self, request: Request, job: JobView) -> object:
        """Get a job."""
        return job


class EventPages(Cursor):
    """Events in the order they happened."""

    page_size = 200
    ordering = ("number",)


class JobEvents(View):
    """What a job has said so far."""

    pagination_class = EventPages

    @operation(
        "list_job_events",
        query=AfterQuery,
        response=JobEventSerializer(many=True),
        least=Role.VIEWER,
        about=selectors.require_job,
    )
    def get(self, request: Request, job: JobView) -> Response:
        """List the events of a job by number."""
        query = self.query(AfterQuery)
        rows = selectors.list_events(job_id=job.id, after=query.get("after", 0))
        return self.page(rows, JobEventSerializer)


class JobLogDetail(View):
    """What a job did, for people."""

    @operation(
        "get_job_log",
        query=JobLogQuery,
        response=JobLogSerializer,
        least=Role.VIEWER,
        about=selectors.require_job,
    )
    def get(self, request: Request, job: JobView) -> object:
        """Get the latest lines of what a job did: phases, measurements, warnings, words."""
        return log_of(job_id=job.id, **self.query(JobLogQuery))


class JobStream(View):
    """A job's events as they happen."""

    content_negotiation_class = OneForm

    @operation(
        "stream_job",
        query=AfterQuery,
        header="Last-Event-ID",
        response={"text/event-stream": OpenApiTypes.STR},
        least=Role.VIEWER,
        about=selectors.require_job,
    )
    def get(self, request: Request, job: JobView) -> HttpResponseBase:
        """Stream the events of a job as server-sent events; resumes after ``Last-Event-ID``."""
        query = self.query(AfterQuery)
        last = request.headers.get("Last-Event-ID", "")
        # A browser sends back what it was sent; anything else, of any length, is somebody's
        # invention.
        known = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else None
        after = known if known is not None else query.get("after", 0)
        # The stream goes on for hours and reads through connections of its own.
        connection.close()
        watcher = watcher_of(request, organisation_id=job.organisation_id)
        return stream_response(request, event_stream(job_id=job.id, after=after, watcher=watcher))


class JobCancel(View):
    """Ask a job to end early."""

    @operation(
        "cancel_job",
        response=JobSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=selectors.require_job,
    )
    def post(self, request: Request, job: JobView) -> object:
        """Cancel a job; a running one cleans up first."""
        caller = self.caller
        jobs.request_cancellation(job_id=job.id, requested_by_id=caller.user_id)
        return selectors.get_view(job_id=job.id)
