"""The attributes that regions of a label can have."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.models import Dataset
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.label_rows import label_of
from backend.datasets.selectors.labels import attribute_losses
from backend.datasets.serializers import datasets as shapes
from backend.datasets.services import attributes as services


class _AttributesView(View):
    def wanted(self, dataset: Dataset) -> dict[str, Any]:
        """Return the attributes that a label of a dataset shall have."""
        fields = self.body(shapes.AttributesSerializer)
        if fields["label_id"] is not None:
            label_of(dataset_id=dataset.id, label_id=fields["label_id"])
        return {"label_id": fields["label_id"], "wanted": fields["attributes"]}


class AttributesView(_AttributesView):
    """``/datasets/{id}/attributes``."""

    @operation(
        "set_attributes",
        body=shapes.AttributesSerializer,
        response=shapes.AttributeSetSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def put(self, request: Request, dataset: Dataset) -> object:
        """Set the attributes of a label's regions, or of those without a label."""
        fields = self.wanted(dataset)
        num = services.set_attributes(dataset=dataset, changed_by=self.caller, **fields)
        known = services.known_definitions(dataset.id, fields["label_id"])
        return {"attributes": known, "num_samples": num}


class AttributeLossesView(_AttributesView):
    """``/datasets/{id}/attributes/losses``."""

    @operation(
        "preview_attribute_losses",
        body=shapes.AttributesSerializer,
        response=shapes.AttributeLossesSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """List the values that regions would lose by such a change."""
        fields = self.wanted(dataset)
        losses = attribute_losses(dataset=dataset, **fields)
        return {"losses": losses}
