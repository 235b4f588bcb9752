"""Videos as browsers play them."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts.serializers import samples as shapes
from backend.datasets.models import Sample
from backend.datasets.selectors.samples import require_video
from backend.datasets.services.sample_jobs import start_once
from backend.files.services.responses import lasting_response, tag_of
from backend.files.services.videos import COPY_TYPE, copy_response, frame_times_of
from backend.jobs.contracts import names
from backend.jobs.contracts.serializers import JobSerializer
from backend.jobs.selectors import get_view


class VideoView(View):
    """``/samples/{id}/video``."""

    @operation("get_sample_video", response={COPY_TYPE: OpenApiTypes.BINARY}, least=Role.VIEWER)
    def get(self, request: Request, sample_id: UUID) -> HttpResponseBase:
        """Get the playable copy of a video, or the range that is asked for."""
        sample = require_video(caller=self.caller, sample_id=sample_id)
        return copy_response(request._request, sha256=sample.blob_id)

    @operation(
        "prepare_sample_video",
        body=shapes.EmptySerializer,
        response=JobSerializer,
        status=202,
        least=Role.VIEWER,
        about=require_video,
        scope="read",
    )
    def post(self, request: Request, sample: Sample) -> object:
        """Create a playable copy of a video that a browser refused."""
        self.body(shapes.EmptySerializer)
        job_id = start_once(sample=sample, kind=names.COPY_VIDEO, requested_by=self.caller)
        return get_view(job_id=job_id)


class FrameTimesView(View):
    """``/samples/{id}/frame-times``."""

    @operation("get_frame_times", response=shapes.FrameTimesSerializer, least=Role.VIEWER)
    def get(self, request: Request, sample_id: UUID) -> HttpResponseBase:
        """Return when each frame of a video begins, where its rate varies."""
        sample = require_video(caller=self.caller, sample_id=sample_id)
        times_ms = frame_times_of(
            sample.blob_id,
            sample.blob.media_type,
            num_frames=sample.num_frames or 1,
            duration_ms=sample.duration_ms or 1,
        )
        response = Response(shapes.FrameTimesSerializer({"times_ms": times_ms}).data)
        return lasting_response(response, tag_of(sample.blob_id, "frame-times"))
