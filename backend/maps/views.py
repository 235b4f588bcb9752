"""Maps of datasets, their points, and areas drawn on them."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.serializers.samples import SampleFilterSerializer
from backend.datasets.selectors.datasets import require_dataset
from backend.maps import serializers as shapes
from backend.maps.contracts import MappedDataset
from backend.maps.models import EmbeddingMap
from backend.maps.selectors import maps
from backend.maps.services import maps as services


class DatasetMapsView(View):
    """``/datasets/{id}/maps``."""

    @operation(
        "list_maps",
        response=shapes.EmbeddingMapSerializer(many=True),
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: MappedDataset) -> Response:
        """List the maps of a dataset, newest first; only the newest ready one has points."""
        return self.page(
            maps.maps_of(dataset_id=dataset.id),
            shapes.EmbeddingMapSerializer,
            complete=maps.complete,
        )

    @operation(
        "create_map",
        response=shapes.EmbeddingMapSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: MappedDataset) -> object:
        """Create a map of the live samples, similar ones together."""
        made = services.start_map(dataset=dataset, requested_by=self.caller)
        return maps.describe(made.id)


class MapPointsView(View):
    """``/maps/{id}/points``."""

    @operation(
        "get_map_points",
        query=SampleFilterSerializer,
        response=shapes.MapPointsSerializer,
        least=Role.VIEWER,
        about=maps.require_map,
    )
    def get(self, request: Request, found: EmbeddingMap) -> object:
        """Get the points of a map, and which of them pass filters."""
        wanted = SampleFilter(**self.query(SampleFilterSerializer))
        return maps.points_of(found, wanted)


class MapAreasView(View):
    """``/maps/{id}/areas``."""

    @operation(
        "create_map_area",
        body=shapes.NewMapAreaSerializer,
        response=shapes.MapAreaSerializer,
        status=201,
        least=Role.VIEWER,
        about=maps.require_map,
        scope="read",
    )
    def post(self, request: Request, found: EmbeddingMap) -> object:
        """Create an area of a map, as a filter of the dataset."""
        outline = self.body(shapes.NewMapAreaSerializer)["outline"]
        return services.draw_area(
            embedding_map=found, outline=[(x, y) for x, y in outline], drawn_by=self.caller
        )
