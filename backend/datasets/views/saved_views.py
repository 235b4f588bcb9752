"""Saved views of a dataset."""

from __future__ import annotations

from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.models import Dataset, SavedView
from backend.datasets.selectors import saved_views as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.serializers import views as shapes
from backend.datasets.services import saved_views as services


class SavedViewsView(View):
    """``/datasets/{id}/views``."""

    @operation(
        "list_saved_views",
        response=shapes.SavedViewsSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """List the saved views of a dataset by name."""
        views = selectors.views_of(dataset_id=dataset.id)
        return {"results": views}

    @operation(
        "create_saved_view",
        body=shapes.NewSavedViewSerializer,
        response=shapes.SavedViewSerializer,
        status=201,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Create a saved view of a filter."""
        fields = self.body(shapes.NewSavedViewSerializer)
        view = services.save_view(dataset=dataset, saved_by=self.caller, **fields)
        return selectors.describe(view.id)


class SavedViewView(View):
    """``/saved-views/{id}``."""

    @operation(
        "get_saved_view",
        response=shapes.SavedViewSerializer,
        least=Role.VIEWER,
        about=selectors.require_view,
    )
    def get(self, request: Request, view: SavedView) -> object:
        """Get a saved view."""
        return selectors.describe(view.id)

    @operation(
        "update_saved_view",
        body=shapes.SavedViewChangeSerializer,
        response=shapes.SavedViewSerializer,
        least=Role.ANNOTATOR,
        about=selectors.require_view,
    )
    def patch(self, request: Request, view: SavedView) -> object:
        """Update the name or filter of a saved view."""
        fields = self.body(shapes.SavedViewChangeSerializer)
        services.change_view(view=view, changed_by=self.caller, **fields)
        return selectors.describe(view.id)

    @operation("delete_saved_view", status=204, least=Role.ANNOTATOR, about=selectors.require_view)
    def delete(self, request: Request, view: SavedView) -> None:
        """Delete a saved view; its samples stay."""
        services.remove_view(view=view, removed_by=self.caller)
