"""Places that files are taken in from where they are, and what lies there."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.models import Dataset
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.serializers import places as shapes
from backend.datasets.services.importing import folder_previews, in_place


class ImportPlacesView(View):
    """``/datasets/{id}/import-places``."""

    @operation(
        "get_import_places",
        query=shapes.PlacesQuerySerializer,
        response=shapes.SourcePlacesSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """List the places from which files can be imported without an upload."""
        fields = self.query(shapes.PlacesQuerySerializer)
        return in_place.places_for(dataset, **fields)


class FolderPreviewView(View):
    """``/datasets/{id}/import-places/preview``."""

    @operation(
        "preview_import_place",
        query=shapes.FolderQuerySerializer,
        response=shapes.FolderPreviewSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """Preview a folder of the server and detect its format."""
        fields = self.query(shapes.FolderQuerySerializer)
        return folder_previews.preview_folder(dataset=dataset, **fields)


class ImportPlaceBeginningView(View):
    """``/datasets/{id}/import-places/beginning``."""

    @operation(
        "get_import_place_beginning",
        query=shapes.FolderFileQuerySerializer,
        response={"application/octet-stream": OpenApiTypes.BINARY},
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> HttpResponse:
        """Get the beginning of a table in a folder of the server, for a preview."""
        fields = self.query(shapes.FolderFileQuerySerializer)
        content = folder_previews.beginning_of(dataset=dataset, **fields)
        return HttpResponse(content, content_type="application/octet-stream")
