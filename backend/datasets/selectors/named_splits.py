"""Which splits the data of a dataset names itself."""

from __future__ import annotations

from django.db.models import Count

from backend.datasets.contracts import SampleFilter
from backend.datasets.models import Dataset
from backend.datasets.selectors.samples import ALL, samples_of
from engine.specs.data import Split


def named_splits(*, dataset: Dataset, wanted: SampleFilter = ALL) -> dict[str, int]:
    """Return how many samples that pass a filter came with the name of each split."""
    rows = samples_of(dataset, wanted).exclude(named_split="")
    counted = dict(rows.values_list("named_split").annotate(num=Count("id")).order_by())
    return {split.value: counted.get(split.value, 0) for split in Split}
