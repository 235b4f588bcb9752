"""Labelling samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from backend.accounts.contracts import Role
from backend.annotation import serializers as shapes
from backend.annotation.selectors import annotations as selectors
from backend.annotation.services import annotations as services
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts import DatasetRef
from backend.datasets.contracts.serializers.samples import (
    AnnotatedSampleSerializer,
    ChangedSerializer,
    SampleSerializer,
)
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.sample_views import annotated, complete_many, complete_one
from backend.datasets.selectors.samples import require_sample
from backend.datasets.services.selections import Action, act


class SampleView(View):
    """A view whose methods change what is said of one sample."""

    def change(
        self, sample_id: UUID, service: Callable[..., object], reader: type[Serializer[Any]]
    ) -> None:
        """Do with the body what a service does to a sample that the caller may annotate."""
        sample = require_sample(caller=self.caller, sample_id=sample_id, minimum=Role.ANNOTATOR)
        fields = self.body(reader)
        service(dataset_id=sample.dataset_id, sample_id=sample.id, author=self.caller, **fields)


class SampleAnnotationsView(SampleView):
    """``/samples/{id}/annotations``."""

    @operation(
        "set_annotations",
        body=shapes.SampleAnnotationsSerializer,
        response=AnnotatedSampleSerializer,
        least=Role.ANNOTATOR,
    )
    def put(self, request: Request, sample_id: UUID) -> object:
        """Set the annotations of a sample."""
        self.change(sample_id, services.annotate, shapes.SampleAnnotationsSerializer)
        return annotated(sample_id)

    @operation(
        "delete_annotations",
        body=shapes.RevisionGuardSerializer,
        response=AnnotatedSampleSerializer,
        least=Role.ANNOTATOR,
    )
    def delete(self, request: Request, sample_id: UUID) -> object:
        """Delete the annotations of a sample."""
        self.change(sample_id, services.clear, shapes.RevisionGuardSerializer)
        return annotated(sample_id)


class SampleLabelsView(SampleView):
    """``/samples/{id}/labels``."""

    @operation(
        "set_sample_label",
        body=shapes.SampleLabelsSerializer,
        response=SampleSerializer,
        least=Role.ANNOTATOR,
    )
    def put(self, request: Request, sample_id: UUID) -> object:
        """Set the labels of a sample."""
        self.change(sample_id, services.set_labels, shapes.SampleLabelsSerializer)
        return complete_one(sample_id)

    @operation(
        "delete_sample_label",
        body=shapes.RevisionGuardSerializer,
        response=SampleSerializer,
        least=Role.ANNOTATOR,
    )
    def delete(self, request: Request, sample_id: UUID) -> object:
        """Delete the labels of a sample."""
        self.change(sample_id, services.clear, shapes.RevisionGuardSerializer)
        return complete_one(sample_id)


class UndoView(SampleView):
    """``/samples/{id}/undo``."""

    @operation(
        "undo_annotation",
        body=shapes.RevisionGuardSerializer,
        response=AnnotatedSampleSerializer,
        least=Role.ANNOTATOR,
    )
    def post(self, request: Request, sample_id: UUID) -> object:
        """Undo the last revision of a sample's annotations."""
        self.change(sample_id, services.undo, shapes.RevisionGuardSerializer)
        return annotated(sample_id)


class LabelBatchView(View):
    """``/datasets/{id}/label-batch``."""

    @operation(
        "set_labels",
        body=shapes.LabelBatchSerializer,
        response=shapes.LabelBatchResultSerializer,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: DatasetRef) -> object:
        """Set the labels of many samples; those changed meanwhile are listed, not overwritten."""
        fields = self.body(shapes.LabelBatchSerializer)
        revisions = {item["sample_id"]: item["revision"] for item in fields.pop("items")}
        result = services.label_batch(
            dataset_id=dataset.id, revisions=revisions, author=self.caller, **fields
        )
        return {
            "samples": complete_many(result.done),
            "conflicts": [
                {"sample_id": sample_id, "revision": revision}
                for sample_id, revision in result.conflicts.items()
            ],
        }


class LabelSelectionView(View):
    """``/datasets/{id}/label-selection``."""

    @operation(
        "set_labels_of_selection",
        body=shapes.LabelSelectionSerializer,
        response=ChangedSerializer,
        least=Role.ANNOTATOR,
    )
    def post(self, request: Request, dataset_id: UUID) -> object:
        """Set the labels of all samples of a selection; the history keeps the earlier ones."""
        dataset = require_dataset(caller=self.caller, dataset_id=dataset_id, minimum=Role.ANNOTATOR)
        fields = self.body(shapes.LabelSelectionSerializer)
        action = Action("label", label_ids=tuple(fields["label_ids"]), mode=fields["mode"])
        return act(
            dataset=dataset,
            selection=fields["selection"],
            action=action,
            requested_by=self.caller,
        )


class AnnotationHistoryView(View):
    """``/datasets/{id}/annotation-history``."""

    @operation(
        "list_annotation_history",
        response=shapes.AnnotationHistorySerializer(many=True),
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: DatasetRef) -> Response:
        """List the annotation history of a dataset, newest first."""
        rows = selectors.history_of(dataset_id=dataset.id)
        return self.page(rows, shapes.AnnotationHistorySerializer)
