"""Windows of series as samples: what was known at a time, and what came then."""

# W windows, L points looked back, H steps ahead, C columns, T targets, P points

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from easel.runtime import Example
from easel.runtime.series import HISTORY, Clock, SeriesContext
from easel.runtime.series.window import fill
from numpy.typing import NDArray

from engine.data.lazy_records import LazyRecords
from engine.data.tabular.series import Series, SeriesColumns
from engine.specs.data import SampleRecord, Split
from engine.validation.checks import Finding

Floats = NDArray[np.float64]

SCALES, DEVIATIONS = "scales", "deviations"
"""Of the names of statistics, before that of the series."""


@dataclass(frozen=True)
class SeriesMeaning:
    """What is forecast from what.

    Attributes:
        columns: of the table.
        clock: the step of time, and ``alias`` its name.
        season: steps of a season, 1 for none.
        lookback: L.
        horizon: H.
        scales: (series, T) mean absolute seasonal difference of the training points, which errors
            are measured in; and ``deviations`` the standard deviation of them.
        findings: what was said of rows that do not fit, and of columns that nobody chose.
    """

    columns: SeriesColumns
    clock: Clock
    alias: str
    season: int
    lookback: int
    horizon: int
    scales: Floats
    deviations: Floats
    findings: tuple[Finding, ...] = ()

    @property
    def num_targets(self) -> int:
        """Return T."""
        return len(self.columns.targets)


class SeriesDataset:
    """Windows whose forecast lies in one split; what they look back on may lie before it.

    Attributes:
        origins: (W, 2) the series and the first point to be forecast.
    """

    def __init__(
        self,
        series: Sequence[Series],
        origins: NDArray[np.int64],
        meaning: SeriesMeaning,
        split: Split,
    ) -> None:
        self.series = series
        self.origins = origins
        self.meaning = meaning
        self.split = split
        # By series and time of the first point that is forecast.
        self.records: Sequence[SampleRecord] = LazyRecords(len(origins), self._record)

    def __len__(self) -> int:
        return len(self.origins)

    def statistics(self) -> dict[str, tuple[float, ...]]:
        """Return what errors are measured in, for each series and target, by name."""
        kinds = {SCALES: self.meaning.scales, DEVIATIONS: self.meaning.deviations}
        return {
            f"{kind} {one.name}": tuple(row.tolist())
            for kind, rows in kinds.items()
            for one, row in zip(self.series, rows, strict=True)
        }

    @property
    def memory_bytes(self) -> int:
        """Return 0: there is nothing left to load."""
        return 0

    @property
    def is_loaded(self) -> bool:
        """Return true: the series are in memory."""
        return True

    def load(self) -> Iterator[int]:
        """Do nothing."""
        return iter(())

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each window by the id of its record."""
        return {record.id: place for place, record in enumerate(self.records)}

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return windows as the runtime prepares them."""
        return [self._example(index) for index in indices]

    def source(self, index: int) -> dict[str, Any]:
        """Return the columns that are sent to a model: the latest points before the forecast."""
        number, origin = self.origins[index].tolist()
        one, meaning = self.series[number], self.meaning
        first = max(0, origin - meaning.lookback)
        clock, names = meaning.clock, meaning.columns
        form = self.meaning.columns.time_format
        times = [clock.written(clock.after(one.start, p), form) for p in range(first, origin)]
        values = one.raw[first:origin].T.tolist()
        return {names.time: times} | {
            # JSON has no NaN.
            name: [None if value != value else value for value in column]
            for name, column in zip((*names.targets, *names.covariates), values, strict=True)
        }

    def windows(self, indices: Sequence[int] | NDArray[np.int64] | None = None) -> Floats:
        """Return what is known (W, L, C), filled."""
        chosen = range(len(self)) if indices is None else indices
        return np.stack([self._window(int(index)) for index in chosen])

    def truths(self, indices: Sequence[int] | NDArray[np.int64] | None = None) -> Floats:
        """Return what came (W, H, T), NaN where the table has nothing."""
        chosen = range(len(self)) if indices is None else indices
        horizon, num_targets = self.meaning.horizon, self.meaning.num_targets
        return np.stack(
            [
                self.series[number].raw[origin : origin + horizon, :num_targets]
                for number, origin in (self.origins[int(index)].tolist() for index in chosen)
            ]
        )

    def num_apart(self, places: Sequence[int] | NDArray[np.int64]) -> int:
        """Return how many of the windows at some places share no forecast step with one another.

        Windows of origins one step apart say nearly the same: all of them would pass for far more
        than is known.
        """
        horizon = self.meaning.horizon
        count, last = 0, (-1, 0)
        for series, origin in sorted(map(tuple, self.origins[np.asarray(places)].tolist())):
            if series != last[0] or origin >= last[1] + horizon:
                count, last = count + 1, (series, origin)
        return count

    def _window(self, index: int) -> Floats:
        number, origin = self.origins[index].tolist()
        one, lookback = self.series[number], self.meaning.lookback
        if one.num_gaps == 0 and origin >= lookback:
            known: Floats = one.raw[origin - lookback : origin]
            return known
        window = np.full((lookback, one.raw.shape[1]), np.nan)
        known = one.raw[max(0, origin - lookback) : origin]
        window[lookback - len(known) :] = known
        return fill(window)

    def _example(self, index: int) -> Example:
        number, origin = self.origins[index].tolist()
        last = self.meaning.clock.after(self.series[number].start, origin - 1)
        history = self._window(index).astype(np.float32)[np.newaxis]
        return Example({HISTORY: history}, SeriesContext(last))

    def _record(self, index: int) -> SampleRecord:
        number, origin = self.origins[index].tolist()
        one, clock = self.series[number], self.meaning.clock
        moment = clock.written(clock.after(one.start, origin), None)
        name = f"{one.name} {moment}".strip()
        return SampleRecord(id=name, file=one.name, name=name, sha256="", split=self.split)
