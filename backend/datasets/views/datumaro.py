"""Formats of datumaro's: which there are, and versions written in them."""

from __future__ import annotations

from django.http import FileResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.errors import NotFound
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts.serializers import versions as shapes
from backend.datasets.models import Dataset, DatasetVersion, DatumaroExport
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.datumaro import describe_export, require_export
from backend.datasets.selectors.versions import require_version
from backend.datasets.services.versioning import datumaro


class DatumaroFormatsView(View):
    """``/datasets/{id}/datumaro-formats``."""

    @operation(
        "get_datumaro_formats",
        response=shapes.DatumaroFormatsSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """List the formats that the installed datumaro adds for this dataset."""
        return datumaro.known_formats(task=dataset.task)


class DatumaroExportsView(View):
    """``/dataset-versions/{id}/datumaro-exports``."""

    @operation(
        "create_datumaro_export",
        body=shapes.NewDatumaroExportSerializer,
        response=shapes.DatumaroExportSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_version,
    )
    def post(self, request: Request, version: DatasetVersion) -> object:
        """Export a version in a format of datumaro."""
        fields = self.body(shapes.NewDatumaroExportSerializer)
        export = datumaro.start_export(version=version, requested_by=self.caller, **fields)
        return describe_export(export)


class DatumaroExportView(View):
    """``/datumaro-exports/{id}``."""

    @operation(
        "get_datumaro_export",
        response=shapes.DatumaroExportSerializer,
        least=Role.DEVELOPER,
        about=require_export,
    )
    def get(self, request: Request, export: DatumaroExport) -> object:
        """Get an export and its losses."""
        return describe_export(export)


class DatumaroExportFileView(View):
    """``/datumaro-exports/{id}/file``."""

    @operation(
        "download_datumaro_export",
        response={"application/zip": OpenApiTypes.BINARY},
        least=Role.DEVELOPER,
        about=require_export,
    )
    def get(self, request: Request, export: DatumaroExport) -> HttpResponseBase:
        """Download an export as a zip."""
        path = datumaro.export_folder(export) / datumaro.ZIP
        if not path.is_file():
            raise NotFound("The export is not made yet. Wait for its job.", code="export_not_found")
        name = f"{export.version.dataset.name}-{export.version.number}-{export.format}.zip"
        return FileResponse(path.open("rb"), as_attachment=True, filename=name)
