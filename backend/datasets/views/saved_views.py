"""Saved views of a dataset."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.selectors import saved_views as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.serializers import views as shapes
from backend.datasets.services import saved_views as services


class SavedViewsView(View):
    """``/datasets/{id}/views``."""

    @operation("datasets_views_list", answer=shapes.SavedViewsSerializer, least=Role.VIEWER)
    def get(self, request: Request, dataset_id: UUID) -> Response:
        """List the saved views of a dataset by name."""
        dataset = require_dataset(caller=self.caller, dataset_id=dataset_id)
        views = selectors.views_of(dataset_id=dataset.id)
        return Response({"results": shapes.SavedViewSerializer(views, many=True).data})

    @operation(
        "datasets_views_create",
        body=shapes.NewSavedViewSerializer,
        answer=shapes.SavedViewSerializer,
        status=201,
        least=Role.ANNOTATOR,
    )
    def post(self, request: Request, dataset_id: UUID) -> Response:
        """Create a saved view of a filter."""
        dataset = require_dataset(caller=self.caller, dataset_id=dataset_id, minimum=Role.ANNOTATOR)
        fields = self.body(shapes.NewSavedViewSerializer)
        view = services.save_view(dataset=dataset, saved_by=self.caller, **fields)
        return Response(shapes.SavedViewSerializer(selectors.describe(view.id)).data, status=201)


class SavedViewView(View):
    """``/saved-views/{id}``."""

    @operation("saved_views_retrieve", answer=shapes.SavedViewSerializer, least=Role.VIEWER)
    def get(self, request: Request, view_id: UUID) -> Response:
        """Get a saved view."""
        view = selectors.require_view(caller=self.caller, view_id=view_id)
        return Response(shapes.SavedViewSerializer(selectors.describe(view.id)).data)

    @operation(
        "saved_views_update",
        body=shapes.SavedViewChangeSerializer,
        answer=shapes.SavedViewSerializer,
        least=Role.ANNOTATOR,
    )
    def patch(self, request: Request, view_id: UUID) -> Response:
        """Update the name or filter of a saved view."""
        view = selectors.require_view(caller=self.caller, view_id=view_id, minimum=Role.ANNOTATOR)
        fields = self.body(shapes.SavedViewChangeSerializer)
        services.change_view(view=view, changed_by=self.caller, **fields)
        return Response(shapes.SavedViewSerializer(selectors.describe(view.id)).data)

    @operation("saved_views_delete", status=204, least=Role.ANNOTATOR)
    def delete(self, request: Request, view_id: UUID) -> Response:
        """Delete a saved view; its samples stay."""
        view = selectors.require_view(caller=self.caller, view_id=view_id, minimum=Role.ANNOTATOR)
        services.remove_view(view=view, removed_by=self.caller)
        return Response(status=204)
