"""Which samples are worth a person's time first."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from backend.datasets.models import Sample
from backend.datasets.services.counters import lock_dataset

_BATCH = 500


@transaction.atomic
def set_priorities(*, dataset_id: UUID, priorities: Mapping[UUID, float]) -> None:
    """Say how useful labelling each of these samples would be, 0..1; others keep theirs."""
    lock_dataset(dataset_id)
    rows = Sample.objects.filter(dataset_id=dataset_id, id__in=list(priorities)).only("id")
    changed = list(rows)
    for row in changed:
        row.priority = priorities[row.id]
    Sample.objects.bulk_update(changed, ["priority"], batch_size=_BATCH)
