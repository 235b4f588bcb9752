"""Single labels; read alike before a dataset is locked and after."""

from __future__ import annotations

from uuid import UUID

from backend.api.errors import NotFound
from backend.datasets.models import Label


def label_of(*, dataset_id: UUID, label_id: UUID) -> Label:
    """Return one label of a dataset.

    Raises:
        NotFound: when it has no such label.
    """
    label = Label.objects.filter(dataset_id=dataset_id, id=label_id).first()
    if label is None:
        raise NotFound("The dataset has no such label.", code="label_not_found")
    return label
