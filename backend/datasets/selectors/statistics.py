"""What is in a dataset, counted by the database."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Min, QuerySet, Value
from django.db.models.functions import Least

from backend.annotation.selectors import annotations as labelling
from backend.annotation.selectors.attribute_counts import num_with_values
from backend.datasets.models import Dataset, Label, Sample
from backend.datasets.selectors.labels import labels_of
from backend.datasets.services import counters

NUM_BINS = 24


@dataclass(frozen=True)
class Bin:
    """One bar of a histogram: ``low`` ≤ value < ``high`` (the last bar includes ``high``)."""

    low: float
    high: float
    num: int


@dataclass(frozen=True)
class AttributeCounts:
    """How many regions of a label have an attribute; the values of flags and choices are counted.

    ``num_samples`` have any of these regions. ``label_id`` is ``null`` for regions without a label.
    """

    label_id: UUID | None
    name: str
    kind: str
    num: int
    num_samples: int
    values: list[dict[str, Any]]


@dataclass(frozen=True)
class Statistics:
    """What is in a dataset; histograms that its medium does not have are empty.

    ``durations`` are in seconds, ``lengths`` in characters of a text or rows of a table.
    """

    labels: list[Label]
    num_unlabelled: int
    num_negative: int
    attributes: list[AttributeCounts]
    widths: list[Bin]
    heights: list[Bin]
    aspects: list[Bin]
    durations: list[Bin]
    lengths: list[Bin]
    bytes: list[Bin]
    by_source: dict[str, int]
    by_author: list[dict[str, Any]]
    by_day: list[dict[str, Any]]


def statistics_of(dataset: Dataset) -> Statistics:
    """Return balance, sizes and who labelled how much; what lies in the trash is left out."""
    counted = _count(dataset.id, dataset.updated_at, has_trash=dataset.num_trashed > 0)
    return Statistics(
        labels=labels_of(dataset_id=dataset.id),
        num_unlabelled=dataset.num_samples - dataset.num_labelled,
        num_negative=dataset.num_negative,
        attributes=list(counted.attributes),
        widths=_histogram(counted.sizes, lambda width, _: float(width)),
        heights=_histogram(counted.sizes, lambda _, height: float(height)),
        aspects=_histogram(counted.sizes, lambda width, height: width / height),
        durations=[
            Bin(low=bar.low / 1e3, high=bar.high / 1e3, num=bar.num) for bar in counted.durations
        ],
        lengths=list(counted.lengths),
        bytes=list(counted.bytes),
        by_source=labelling.num_by_source(counted.acts),
        by_author=labelling.num_by_author(counted.acts),
        by_day=labelling.num_by_day(counted.acts),
    )


@dataclass(frozen=True)
class _Counted:
    """What takes a walk through all samples; ``sizes`` are widths, heights and how many."""

    sizes: tuple[tuple[int, int, int], ...]
    durations: tuple[Bin, ...]
    lengths: tuple[Bin, ...]
    bytes: tuple[Bin, ...]
    acts: Counter[labelling.Act]
    attributes: tuple[AttributeCounts, ...]


@lru_cache(maxsize=64)
def _count(dataset_id: UUID, updated_at: datetime, *, has_trash: bool) -> _Counted:
    """Count once per state of a dataset: every write to its samples or labels moves the time.

    A write between the reading of ``updated_at`` and the counting does no harm: nobody asks for
    the earlier time again.
    """
    del updated_at
    rows = Sample.objects.filter(dataset_id=dataset_id, trashed_at=None)
    # Many images share a size, so one walk through an index serves three histograms.
    sizes = rows.exclude(width=None).values_list("width", "height").annotate(num=Count("*"))
    lengths = _spread(rows, "num_characters") or _spread(rows, "num_rows")
    return _Counted(
        sizes=tuple(sizes.order_by()),
        durations=tuple(_spread(rows, "duration_ms")),
        lengths=tuple(lengths),
        bytes=tuple(_spread(rows, "bytes")),
        acts=labelling.count_acts(dataset_id, has_trash=has_trash),
        attributes=tuple(_attributes(dataset_id)),
    )


def _attributes(dataset_id: UUID) -> Iterator[AttributeCounts]:
    for label_id, definitions in counters.definitions(dataset_id).items():
        for one in definitions:
            num, values = num_with_values(dataset_id=dataset_id, label_id=label_id, definition=one)
            shown = [
                {"value": value, "num": of.regions, "num_samples": of.samples}
                for value, of in values.items()
            ]
            yield AttributeCounts(
                label_id, one.name, one.kind.value, num.regions, num.samples, shown
            )


def _histogram(
    sizes: Iterable[tuple[int, int, int]], measure: Callable[[int, int], float]
) -> list[Bin]:
    """Return equal bars from the smallest to the largest value; one bar when all are equal."""
    counted: dict[float, int] = {}
    for width, height, num in sizes:
        value = measure(width, height)
        counted[value] = counted.get(value, 0) + num
    if not counted:
        return []
    low, high = min(counted), max(counted)
    if math.isclose(low, high):
        return [Bin(low=low, high=high, num=sum(counted.values()))]
    if high - low < NUM_BINS and all(value.is_integer() for value in counted):
        return _whole_bars(int(low), int(high), counted)
    nums: dict[int, int] = {}
    for value, num in counted.items():
        bar = min(int((value - low) / (high - low) * NUM_BINS), NUM_BINS - 1)
        nums[bar] = nums.get(bar, 0) + num
    return _bars(low, high, nums)


def _spread(rows: QuerySet[Sample], name: str) -> list[Bin]:
    """Return the histogram of a column of whole numbers that hardly two files share.

    The database counts; rows without a value are left out.
    """
    rows = rows.filter(**{f"{name}__isnull": False})
    bounds = rows.aggregate(low=Min(name), high=Max(name), num=Count("id"))
    low, high = bounds["low"], bounds["high"]
    if low is None:
        return []
    if low == high:
        return [Bin(low=low, high=high, num=bounds["num"])]
    if high - low < NUM_BINS:
        nums = dict(rows.values_list(name).annotate(num=Count("id")).order_by())
        return _whole_bars(low, high, nums)
    # Division of whole numbers rounds down in every database.
    position = Least((F(name) - Value(low)) * NUM_BINS / Value(high - low), NUM_BINS - 1)
    counted = rows.values(bar=position).annotate(num=Count("id")).order_by()
    return _bars(low, high, {row["bar"]: row["num"] for row in counted})


def _whole_bars(low: int, high: int, nums: Mapping[Any, int]) -> list[Bin]:
    """Return a bar for each whole number: parts of one would repeat its name."""
    return [Bin(low=value, high=value, num=nums.get(value, 0)) for value in range(low, high + 1)]


def _bars(low: float, high: float, nums: Mapping[int, int]) -> list[Bin]:
    width = (high - low) / NUM_BINS
    return [
        Bin(low=low + bar * width, high=low + (bar + 1) * width, num=nums.get(bar, 0))
        for bar in range(NUM_BINS)
    ]
