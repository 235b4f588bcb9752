"""Which splits the data of a dataset names itself."""

from __future__ import annotations

from django.db.models import Count

from backend.datasets.models import Dataset, Sample
from engine.specs.data import Split


def named_splits(*, dataset: Dataset) -> dict[str, int]:
    """Return how many samples outside the trash came with the name of each split."""
    rows = Sample.objects.filter(dataset=dataset, trashed_at=None).exclude(named_split="")
    counted = dict(rows.values_list("named_split").annotate(num=Count("id")).order_by())
    return {split.value: counted.get(split.value, 0) for split in Split}
