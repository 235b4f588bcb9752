"""Tags of samples."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts.serializers.samples import ChangedSerializer
from backend.datasets.models import Dataset
from backend.datasets.selectors import tags as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.serializers import views as shapes
from backend.datasets.services import tags as services
from backend.datasets.services.selections import Action, act


class TagsView(View):
    """``/datasets/{id}/tags``."""

    @operation(
        "list_tags", response=shapes.TagsSerializer, least=Role.VIEWER, about=require_dataset
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """List the tags of a dataset by name."""
        tags = selectors.tags_of(dataset_id=dataset.id)
        return {"results": tags}

    @operation(
        "add_or_remove_tag",
        body=shapes.TaggingSerializer,
        response=ChangedSerializer,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Add a tag to samples, or remove it."""
        fields = self.body(shapes.TaggingSerializer)
        tag = services.tag_named(dataset=dataset, name=fields["tag"], created_by=self.caller)
        action = Action("put_tag" if fields["mode"] == "add" else "take_tag", tag_id=tag.id)
        return act(
            dataset=dataset,
            selection=fields["selection"],
            action=action,
            requested_by=self.caller,
        )


class TagView(View):
    """``/datasets/{id}/tags/{id}``."""

    @operation(
        "update_tag",
        body=shapes.TagChangeSerializer,
        response=shapes.TagSerializer,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def patch(self, request: Request, dataset: Dataset, tag_id: UUID) -> object:
        """Update the name of a tag."""
        tag = selectors.tag_of(dataset_id=dataset.id, tag_id=tag_id)
        fields = self.body(shapes.TagChangeSerializer)
        services.rename_tag(dataset=dataset, tag=tag, renamed_by=self.caller, **fields)
        tag.refresh_from_db()
        return tag

    @operation("delete_tag", status=204, least=Role.DEVELOPER, about=require_dataset)
    def delete(self, request: Request, dataset: Dataset, tag_id: UUID) -> None:
        """Delete a tag and remove it from all samples."""
        tag = selectors.tag_of(dataset_id=dataset.id, tag_id=tag_id)
        services.delete_tag(dataset=dataset, tag=tag, deleted_by=self.caller)
