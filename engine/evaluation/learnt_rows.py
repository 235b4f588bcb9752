"""Which rows of tables and series a model was trained on, as its own training divides them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import easel.runtime
import numpy as np

from engine.data.manifest import read_manifest
from engine.data.tabular.repeats import MANY_ALIKE
from engine.data.tabular.series_dataset import SeriesDataset
from engine.errors import DataError
from engine.evaluation.measuring import OpenedData, open_data
from engine.interfaces.task import Task
from engine.specs.data import DataSpec, ManifestDataSpec, Split
from engine.specs.evaluations import EvaluatedPackage

Point = tuple[str, datetime, bytes]


def learnt_rows(
    task: Task[Any], model: easel.runtime.Model, package: EvaluatedPackage, data: OpenedData
) -> frozenset[str]:
    """Return the ids of the rows that a model was trained on; of series, of the windows.

    Of the files that it was trained on these are the rows that its training chose; of other files,
    rows with the same content, once for each time that training has it. Where most rows are alike
    by chance, no row of another file is known to be the same. A window was trained on when one of
    the points that are forecast in it was.
    """
    if package.trained_on is None:
        return frozenset()
    learnt = _learnt(task, model, package.trained_on)
    if isinstance(data.evaluated.splits.test, SeriesDataset):
        return _learnt_windows([one.evaluated.splits.test for one in learnt], data)
    if _is_of_same_files(package.trained_on, data.spec):
        return frozenset(record.id for one in learnt for record in one.evaluated.records)
    contents = Counter(
        _content(one, place) for one in learnt for place in range(len(one.evaluated.records))
    )
    if contents.total() >= MANY_ALIKE * max(1, len(contents)):
        return frozenset()
    found: set[str] = set()
    for place, record in enumerate(data.evaluated.records):
        content = _content(data, place)
        if contents[content]:
            contents[content] -= 1
            found.add(record.id)
    return frozenset(found)


def _learnt_windows(learnt: Sequence[SeriesDataset], data: OpenedData) -> frozenset[str]:
    known = {
        point
        for windows in learnt
        for number, end in _ends(windows).items()
        for point in _points(windows, number, 0, end)
    }
    windows: SeriesDataset = data.evaluated.splits.test
    horizon = windows.meaning.horizon
    return frozenset(
        record.id
        for record, (number, origin) in zip(
            data.evaluated.records, windows.origins.tolist(), strict=True
        )
        if not known.isdisjoint(_points(windows, number, origin, origin + horizon))
    )


def _ends(windows: SeriesDataset) -> dict[int, int]:
    """Return where the last window of each series ends."""
    found: dict[int, int] = {}
    for number, origin in windows.origins.tolist():
        found[number] = max(found.get(number, 0), origin + windows.meaning.horizon)
    return found


def _points(windows: SeriesDataset, number: int, begin: int, end: int) -> Iterator[Point]:
    """Yield points of a series: what it is called, when, and the values that are forecast."""
    one, meaning = windows.series[number], windows.meaning
    for step in range(begin, end):
        values = one.raw[step, : meaning.num_targets]
        if np.isfinite(values).any():
            yield one.name, meaning.clock.after(one.start, step), values.tobytes()


def _learnt(task: Task[Any], model: easel.runtime.Model, trained_on: DataSpec) -> list[OpenedData]:
    """Return what a model was trained on and chosen by, as its training divided it."""
    found: list[OpenedData] = []
    for split in (Split.TRAIN, Split.VALIDATION):
        try:
            found.append(open_data(task, model, trained_on, split))
        except DataError as error:
            if error.code != "no_samples":
                raise
    return found


def _content(data: OpenedData, place: int) -> bytes:
    """Return what tells a row from others: what the model is asked, and what is true of it."""
    record = data.evaluated.records[place]
    asked = data.evaluated.source(place)
    written = json.dumps([asked, record.labels, record.value], sort_keys=True, default=str)
    return hashlib.sha256(written.encode()).digest()


def _is_of_same_files(one: DataSpec, other: DataSpec) -> bool:
    return (
        isinstance(one, ManifestDataSpec)
        and isinstance(other, ManifestDataSpec)
        and _files(one) == _files(other)
    )


def _files(data: ManifestDataSpec) -> frozenset[str]:
    return frozenset(record.sha256 for record in read_manifest(data))
