"""What is in a dataset, counted by the database."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, ExpressionWrapper, F, FloatField, Max, Min, Value
from django.db.models.functions import Cast, Floor, Least

from backend.annotation import selectors as labelling
from backend.datasets.models import Dataset, Label, Sample
from backend.datasets.selectors.labels import labels_of

NUM_BINS = 24


@dataclass(frozen=True)
class Bin:
    """One bar of a histogram."""

    low: float
    high: float
    num: int


@dataclass(frozen=True)
class Statistics:
    """What is in a dataset."""

    labels: list[Label]
    num_unlabelled: int
    widths: list[Bin]
    heights: list[Bin]
    aspects: list[Bin]
    bytes: list[Bin]
    by_source: dict[str, int]
    by_author: list[dict[str, Any]]
    by_day: list[dict[str, Any]]


def statistics_of(dataset: Dataset) -> Statistics:
    """Return balance, sizes and who labelled how much; what lies in the trash is left out."""
    ratio = ExpressionWrapper(
        Cast("width", FloatField()) / Cast("height", FloatField()), output_field=FloatField()
    )
    return Statistics(
        labels=labels_of(dataset_id=dataset.id),
        num_unlabelled=dataset.num_samples - dataset.num_labelled,
        widths=_histogram(dataset, Cast("width", FloatField())),
        heights=_histogram(dataset, Cast("height", FloatField())),
        aspects=_histogram(dataset, ratio),
        bytes=_histogram(dataset, Cast("bytes", FloatField())),
        by_source=labelling.num_by_source(dataset.id),
        by_author=labelling.num_by_author(dataset.id),
        by_day=labelling.num_by_day(dataset.id),
    )


def _histogram(dataset: Dataset, value: Any) -> list[Bin]:
    """Return equal bars from the smallest to the largest value; one bar when all are equal."""
    rows = Sample.objects.filter(dataset=dataset, trashed_at=None).annotate(value=value)
    bounds = rows.aggregate(low=Min("value"), high=Max("value"), num=Count("id"))
    low, high = bounds["low"], bounds["high"]
    if low is None:
        return []
    if math.isclose(low, high):
        return [Bin(low=low, high=high, num=bounds["num"])]
    width = (high - low) / NUM_BINS
    position = Least(
        Floor((F("value") - Value(low)) / Value(width)),
        Value(float(NUM_BINS - 1)),
        output_field=FloatField(),
    )
    counted = rows.annotate(bar=position).values("bar").annotate(num=Count("id")).order_by()
    nums = {int(row["bar"]): row["num"] for row in counted}
    return [
        Bin(low=low + bar * width, high=low + (bar + 1) * width, num=nums.get(bar, 0))
        for bar in range(NUM_BINS)
    ]
