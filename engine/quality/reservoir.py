"""So many of all records, each of them equally likely, without holding the others."""

from __future__ import annotations

import numpy as np

from engine.specs.data import SampleRecord


class Reservoir:
    """At most ``size`` of the records that are offered to it, in the order of the index.

    Source: Vitter, ACM TOMS 11, 1985, algorithm R.
    """

    def __init__(self, size: int, seed: int) -> None:
        self._size = size
        self._chance = np.random.default_rng(seed)
        self._kept: list[tuple[int, SampleRecord]] = []
        self._num_offered = 0

    def offer(self, record: SampleRecord) -> None:
        """Keep a record, perhaps in the place of another."""
        number = self._num_offered
        self._num_offered += 1
        if number < self._size:
            self._kept.append((number, record))
            return
        place = int(self._chance.integers(0, number + 1))
        if place < self._size:
            self._kept[place] = (number, record)

    def records(self) -> list[SampleRecord]:
        """Return those that were kept."""
        return [record for _, record in sorted(self._kept, key=lambda one: one[0])]
