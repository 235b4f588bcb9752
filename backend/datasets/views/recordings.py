"""What recordings look like."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts.serializers import samples as shapes
from backend.datasets.models import Sample
from backend.datasets.selectors.samples import require_recording
from backend.datasets.services.sample_jobs import start_once
from backend.files.services.spectrograms import spectrogram_response
from backend.files.services.waves import WAVE_TYPE, wave_response
from backend.jobs.contracts import names
from backend.jobs.contracts.serializers import JobSerializer
from backend.jobs.selectors import get_view


class WaveView(View):
    """``/samples/{id}/wave``."""

    @operation("get_waveform", response={WAVE_TYPE: OpenApiTypes.BINARY}, least=Role.VIEWER)
    def get(self, request: Request, sample_id: UUID) -> HttpResponseBase:
        """Get the loudness of each hundredth of a second of a recording, a byte each."""
        sample = require_recording(caller=self.caller, sample_id=sample_id)
        return wave_response(sha256=sample.blob_id, duration_ms=sample.duration_ms or 0)

    @operation(
        "prepare_waveform",
        body=shapes.EmptySerializer,
        response=JobSerializer,
        status=202,
        least=Role.VIEWER,
        about=require_recording,
        scope="read",
    )
    def post(self, request: Request, sample: Sample) -> object:
        """Create the wave of a long recording."""
        self.body(shapes.EmptySerializer)
        job_id = start_once(sample=sample, kind=names.DRAW_WAVE, requested_by=self.caller)
        return get_view(job_id=job_id)


class SpectrogramView(View):
    """``/samples/{id}/spectrogram``."""

    @operation(
        "get_spectrogram",
        query=shapes.SpectrogramQuerySerializer,
        response={"image/png": OpenApiTypes.BINARY},
        least=Role.VIEWER,
    )
    def get(self, request: Request, sample_id: UUID) -> HttpResponseBase:
        """Get the spectrogram of a part of a recording."""
        sample = require_recording(caller=self.caller, sample_id=sample_id)
        query = self.query(shapes.SpectrogramQuerySerializer)
        return spectrogram_response(sha256=sample.blob_id, **query)
