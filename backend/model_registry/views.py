"""Models over HTTP."""

from __future__ import annotations

from typing import Protocol
from urllib.parse import quote
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.accounts.contracts import Role
from backend.api.authentication import caller_of
from backend.api.errors import NotFound
from backend.api.negotiation import OneForm
from backend.api.pagination import Cursor
from backend.api.parsers import JsonParser
from backend.api.scopes import needs
from backend.files.answers import blob_answer
from backend.files.store import key_of
from backend.jobs.selectors import get_view
from backend.jobs.serializers import JobSerializer
from backend.model_registry import playground, selectors, serializers, services
from backend.model_registry.models import ModelVersion


class _Blob(Protocol):
    sha256: str
    bytes: int
    media_type: str


class ModelVersionList(APIView):
    """The models of a project."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_model_versions",
        parameters=[serializers.ModelVersionQuery],
        responses=serializers.ModelVersionSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """List the model versions of a project, newest first."""
        query = serializers.ModelVersionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        pages = self.pagination_class()
        rows = selectors.list_versions(caller=caller_of(request), **query.validated_data)
        page = selectors.views_of(pages.paginate_queryset(rows, request, view=self) or [])
        return pages.get_paginated_response(
            serializers.ModelVersionSerializer(page, many=True).data
        )


class ModelVersionDetail(APIView):
    """One model version."""

    @extend_schema(
        operation_id="get_model_version", responses=serializers.ModelVersionDetailSerializer
    )
    def get(self, request: Request, version_id: UUID) -> Response:
        """Get a model version with its manifest."""
        version = selectors.require_version(caller=caller_of(request), version_id=version_id)
        return Response(
            serializers.ModelVersionDetailSerializer(selectors.views_of([version])[0]).data
        )

    @extend_schema(operation_id="delete_model_version", responses={204: None})
    def delete(self, request: Request, version_id: UUID) -> Response:
        """Delete a model version that no endpoint serves: move it to the trash."""
        services.trash_version(caller=caller_of(request), version_id=version_id)
        return Response(status=204)


class ModelVersionReport(APIView):
    """The evaluation of a model version."""

    @extend_schema(operation_id="get_model_version_report", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, version_id: UUID) -> Response:
        """Get the evaluation report of a model version."""
        version = selectors.require_version(caller=caller_of(request), version_id=version_id)
        return Response(version.report)


class ModelVersionHeatmap(APIView):
    """An image of where the model looked."""

    content_negotiation_class = OneForm

    @extend_schema(
        operation_id="get_model_version_heatmap",
        responses={(200, "image/png"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, version_id: UUID, name: str) -> HttpResponse:
        """Get a heat map of a model version as PNG."""
        version = selectors.require_version(caller=caller_of(request), version_id=version_id)
        path = services.heatmap_file(version=version, name=name)
        return HttpResponse(
            path.read_bytes(),
            content_type="image/png",
            headers={"Cache-Control": "private, max-age=31536000, immutable"},
        )


class ModelVersionPredict(APIView):
    """Try a model version before publishing it."""

    parser_classes = (MultiPartParser, JsonParser)

    @needs("read")
    @extend_schema(
        operation_id="predict_with_model_version",
        request={
            "multipart/form-data": serializers.PredictSerializer,
            "application/json": serializers.PredictSerializer,
        },
        responses=serializers.PredictionSerializer,
    )
    def post(self, request: Request, version_id: UUID) -> Response:
        """Predict with a model version."""
        caller = caller_of(request)
        version = selectors.require_version(caller=caller, version_id=version_id)
        body = serializers.PredictSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        answer = playground.predict(caller=caller, version=version, **body.validated_data)
        return Response(serializers.PredictionSerializer(answer).data)


class ModelVersionPackage(APIView):
    """The package of a model version."""

    content_negotiation_class = OneForm

    @extend_schema(
        operation_id="download_model_version_package",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, version_id: UUID) -> HttpResponseBase:
        """Download the package of a model version as a zip."""
        version = selectors.require_version(
            caller=caller_of(request), version_id=version_id, minimum=Role.DEVELOPER
        )
        return _download(request, version, version.package_blob, "")


class ModelVersionSdk(APIView):
    """The Python SDK zip of a model version."""

    content_negotiation_class = OneForm

    @extend_schema(
        operation_id="build_model_version_sdk", request=None, responses={202: JobSerializer}
    )
    def post(self, request: Request, version_id: UUID) -> Response:
        """Build the SDK zip of a model version."""
        job_id = services.request_sdk(caller=caller_of(request), version_id=version_id)
        return Response(JobSerializer(get_view(job_id=job_id)).data, status=202)

    @extend_schema(
        operation_id="download_model_version_sdk",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, version_id: UUID) -> HttpResponseBase:
        """Download the SDK zip of a model version once it is built."""
        version = selectors.require_version(
            caller=caller_of(request), version_id=version_id, minimum=Role.DEVELOPER
        )
        if version.sdk_blob is None:
            raise NotFound("The SDK of this version is not built yet.", code="sdk_not_built")
        return _download(request, version, version.sdk_blob, "-sdk")


def _download(
    request: Request, version: ModelVersion, blob: _Blob, suffix: str
) -> HttpResponseBase:
    response = blob_answer(
        request._request,
        key=key_of(blob.sha256),
        media_type=blob.media_type,
        num_bytes=blob.bytes,
        tag=f'"{blob.sha256}"',
    )
    name = quote(f"{version.model.name}-{version.number}{suffix}.zip")
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
    return response
