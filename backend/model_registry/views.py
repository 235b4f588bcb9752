"""Models over HTTP."""

from __future__ import annotations

from typing import Protocol
from urllib.parse import quote
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.errors import NotFound
from backend.api.negotiation import OneForm
from backend.api.schema import operation
from backend.api.spec_schemas import shape_of
from backend.api.views import View
from backend.files.contracts.keys import key_of
from backend.files.services.responses import KEPT, blob_response
from backend.jobs.contracts.serializers import JobSerializer
from backend.jobs.selectors import get_view
from backend.model_registry import selectors
from backend.model_registry.contracts import serializers
from backend.model_registry.models import ModelVersion
from backend.model_registry.services import built_in
from backend.model_registry.services import versions as services
from engine.specs.package.report import Report


class _Blob(Protocol):
    sha256: str
    bytes: int
    media_type: str


class ModelVersionList(View):
    """The models of a project."""

    @operation(
        "list_model_versions",
        query=serializers.ModelVersionQuery,
        response=serializers.ModelVersionSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the model versions of a project, newest first."""
        query = self.query(serializers.ModelVersionQuery)
        return self.page(
            selectors.list_versions(caller=self.caller, **query),
            serializers.ModelVersionSerializer,
            complete=selectors.views_of,
        )


class ModelVersionDetail(View):
    """One model version."""

    @operation(
        "get_model_version",
        response=serializers.ModelVersionDetailSerializer,
        least=Role.VIEWER,
        about=selectors.require_version,
    )
    def get(self, request: Request, version: ModelVersion) -> object:
        """Get a model version with its manifest."""
        return selectors.views_of([version])[0]

    @operation(
        "delete_model_version",
        status=204,
        least=Role.DEVELOPER,
    )
    def delete(self, request: Request, version_id: UUID) -> None:
        """Delete a model version that no endpoint serves: move it to the trash."""
        services.trash_version(caller=self.caller, version_id=version_id)


class ModelVersionReport(View):
    """The evaluation of a model version."""

    @operation(
        "get_model_version_report",
        response={"application/json": shape_of(Report, "Report")},
        least=Role.VIEWER,
        about=selectors.require_version,
    )
    def get(self, request: Request, version: ModelVersion) -> Response:
        """Get the evaluation report of a model version."""
        return Response(selectors.report_of(version))


class ModelVersionHeatmap(View):
    """An image of where the model looked."""

    content_negotiation_class = OneForm

    @operation(
        "get_model_version_heatmap",
        response={"image/png": OpenApiTypes.BINARY},
        least=Role.VIEWER,
        about=selectors.require_version,
    )
    def get(self, request: Request, version: ModelVersion, name: str) -> HttpResponse:
        """Get a heat map of a model version as PNG."""
        path = services.heatmap_file(version=version, name=name)
        return HttpResponse(
            path.read_bytes(),
            content_type="image/png",
            headers={"Cache-Control": KEPT},
        )


class ModelVersionPackage(View):
    """The package of a model version."""

    content_negotiation_class = OneForm

    @operation(
        "download_model_version_package",
        response={"application/zip": OpenApiTypes.BINARY},
        least=Role.DEVELOPER,
        about=selectors.require_version,
    )
    def get(self, request: Request, version: ModelVersion) -> HttpResponseBase:
        """Download the package of a model version as a zip."""
        return _download(request, version, version.package_blob, "")


class ModelVersionSdk(View):
    """The Python SDK zip of a model version."""

    content_negotiation_class = OneForm

    @operation(
        "build_model_version_sdk",
        response=JobSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, version_id: UUID) -> object:
        """Build the SDK zip of a model version."""
        job_id = services.request_sdk(caller=self.caller, version_id=version_id)
        return get_view(job_id=job_id)

    @operation(
        "download_model_version_sdk",
        response={"application/zip": OpenApiTypes.BINARY},
        least=Role.DEVELOPER,
        about=selectors.require_version,
    )
    def get(self, request: Request, version: ModelVersion) -> HttpResponseBase:
        """Download the SDK zip of a model version once it is built."""
        if version.sdk_blob is None:
            raise NotFound("The SDK of this version is not built yet.", code="sdk_not_built")
        return _download(request, version, version.sdk_blob, "-sdk")


class BuiltInModel(View):
    """The model that comes with Easel, for a project whose task has one."""

    @operation(
        "add_built_in_model",
        response=JobSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, project_id: UUID) -> object:
        """Add the model that works without training to a project, as a model version."""
        job_id = built_in.request_built_in(caller=self.caller, project_id=project_id)
        return get_view(job_id=job_id)


def _download(
    request: Request, version: ModelVersion, blob: _Blob, suffix: str
) -> HttpResponseBase:
    response = blob_response(
        request._request,
        key=key_of(blob.sha256),
        media_type=blob.media_type,
        num_bytes=blob.bytes,
        tag=f'"{blob.sha256}"',
    )
    name = quote(f"{version.model.name}-{version.number}{suffix}.zip")
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
    return response
