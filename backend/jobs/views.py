"""Jobs over HTTP: lists, events, the live stream, cancellation."""

from __future__ import annotations

from uuid import UUID

from django.db import connection
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.accounts.contracts import Role
from backend.api.authentication import caller_of, watcher_of
from backend.api.negotiation import OneForm
from backend.api.pagination import Cursor
from backend.api.streams import stream_answer
from backend.jobs import selectors, services
from backend.jobs.serializers import AfterQuery, JobEventSerializer, JobQuery, JobSerializer
from backend.jobs.stream import event_stream


class JobList(APIView):
    """The jobs of an organisation or a project."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_jobs", parameters=[JobQuery], responses=JobSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """List jobs, newest first."""
        query = JobQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        pages = self.pagination_class()
        rows = selectors.list_jobs(caller=caller_of(request), **query.validated_data)
        jobs = selectors.views_of(pages.paginate_queryset(rows, request, view=self) or [])
        return pages.get_paginated_response(JobSerializer(jobs, many=True).data)


class JobDetail(APIView):
    """One job."""

    @extend_schema(operation_id="get_job", responses=JobSerializer)
    def get(self, request: Request, job_id: UUID) -> Response:
        """Get a job."""
        job = selectors.require_job(caller=caller_of(request), job_id=job_id)
        return Response(JobSerializer(job).data)


class EventPages(Cursor):
    """Events in the order they happened."""

    page_size = 200
    ordering = ("number",)


class JobEvents(APIView):
    """What a job has said so far."""

    pagination_class = EventPages

    @extend_schema(
        operation_id="list_job_events",
        parameters=[AfterQuery],
        responses=JobEventSerializer(many=True),
    )
    def get(self, request: Request, job_id: UUID) -> Response:
        """List the events of a job by number."""
        query = AfterQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        job = selectors.require_job(caller=caller_of(request), job_id=job_id)
        pages = self.pagination_class()
        rows = selectors.list_events(job_id=job.id, after=query.validated_data.get("after", 0))
        page = pages.paginate_queryset(rows, request, view=self)
        return pages.get_paginated_response(JobEventSerializer(page, many=True).data)


class JobStream(APIView):
    """A job's events as they happen."""

    content_negotiation_class = OneForm

    @extend_schema(
        operation_id="stream_job",
        parameters=[
            AfterQuery,
            OpenApiParameter("Last-Event-ID", OpenApiTypes.STR, OpenApiParameter.HEADER),
        ],
        responses={(200, "text/event-stream"): OpenApiTypes.STR},
    )
    def get(self, request: Request, job_id: UUID) -> HttpResponseBase:
        """Stream the events of a job as server-sent events; resumes after ``Last-Event-ID``."""
        query = AfterQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        job = selectors.require_job(caller=caller_of(request), job_id=job_id)
        last = request.headers.get("Last-Event-ID", "")
        known = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else None
        after = known if known is not None else query.validated_data.get("after", 0)
        connection.close()
        watcher = watcher_of(request, organisation_id=job.organisation_id)
        return stream_answer(request, event_stream(job_id=job.id, after=after, watcher=watcher))


class JobCancel(APIView):
    """Ask a job to end early."""

    @extend_schema(operation_id="cancel_job", request=None, responses={202: JobSerializer})
    def post(self, request: Request, job_id: UUID) -> Response:
        """Cancel a job; a running one cleans up first."""
        caller = caller_of(request)
        job = selectors.require_job(caller=caller, job_id=job_id, minimum=Role.DEVELOPER)
        services.request_cancellation(job_id=job.id, requested_by_id=caller.user_id)
        return Response(JobSerializer(selectors.get_view(job_id=job_id)).data, status=202)
