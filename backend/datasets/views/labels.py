"""The label set of a dataset."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts.serializers.labels import LabelSerializer
from backend.datasets.models import Dataset
from backend.datasets.selectors import labels as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.label_rows import label_of
from backend.datasets.serializers import datasets as shapes
from backend.datasets.services import labels as services


class LabelsView(View):
    """``/datasets/{id}/labels``."""

    @operation(
        "list_labels",
        response=shapes.LabelSetSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset) -> object:
        """List the labels of a dataset by position."""
        labels = selectors.labels_of(dataset_id=dataset.id)
        return {"results": labels}

    @operation(
        "create_label",
        body=shapes.NewLabelSerializer,
        response=LabelSerializer,
        status=201,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Create a label at the end."""
        fields = self.body(shapes.NewLabelSerializer)
        return services.create_label(dataset=dataset, created_by=self.caller, **fields)


class LabelView(View):
    """``/datasets/{id}/labels/{id}``."""

    @operation(
        "update_label",
        body=shapes.LabelChangeSerializer,
        response=LabelSerializer,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def patch(self, request: Request, dataset: Dataset, label_id: UUID) -> object:
        """Update the name, colour, description or position of a label."""
        label = label_of(dataset_id=dataset.id, label_id=label_id)
        fields = self.body(shapes.LabelChangeSerializer)
        return services.change_label(dataset=dataset, label=label, changed_by=self.caller, **fields)

    @operation("delete_label", status=204, least=Role.DEVELOPER, about=require_dataset)
    def delete(self, request: Request, dataset: Dataset, label_id: UUID) -> None:
        """Delete a label and its annotations."""
        label = label_of(dataset_id=dataset.id, label_id=label_id)
        services.delete_label(dataset=dataset, label=label, deleted_by=self.caller)


class LabelConsequencesView(View):
    """``/datasets/{id}/labels/{id}/consequences``."""

    @operation(
        "get_label_consequences",
        query=shapes.ConsequencesQuerySerializer,
        response=shapes.LabelConsequencesSerializer,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: Dataset, label_id: UUID) -> object:
        """Preview the deletion of a label, or its merge into another."""
        label = label_of(dataset_id=dataset.id, label_id=label_id)
        into = self.query(shapes.ConsequencesQuerySerializer).get("merge_into")
        return selectors.consequences(dataset=dataset, label=label, merge_into=into)


class LabelMergeView(View):
    """``/datasets/{id}/labels/{id}/merge``."""

    @operation(
        "merge_label",
        body=shapes.LabelMergeSerializer,
        response=LabelSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset, label_id: UUID) -> object:
        """Merge a label into another one."""
        label = label_of(dataset_id=dataset.id, label_id=label_id)
        into_id = self.body(shapes.LabelMergeSerializer)["into"]
        into = label_of(dataset_id=dataset.id, label_id=into_id)
        return services.merge_labels(dataset=dataset, label=label, into=into, merged_by=self.caller)
