"""A window of calls: counted as they come, stored as JSON, put together with others."""

# K random features

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np

from engine.drift.measuring.features import CallFeatures
from engine.drift.reference import DriftReference, bin_of
from engine.errors import DataError
from engine.specs.drift import WindowLimits, WindowState


class Window:
    """Counts of calls in the bins of a reference; its size does not grow with the calls.

    Windows are put together by ``merge``: replicas count apart.
    """

    def __init__(self, reference: DriftReference) -> None:
        self.reference = reference
        self.num_calls = 0
        self.first_at: datetime | None = None
        self.last_at: datetime | None = None
        self.counts = [np.zeros(len(one.counts), np.int64) for one in reference.features]
        width = 0 if reference.descriptors is None else len(reference.descriptors.phases)
        self.descriptor_sum = np.zeros(width, np.float64)
        self.num_descriptors = 0

    def add(self, call: CallFeatures, at: datetime) -> None:
        """Count one call.

        Args:
            call: its features.
            at: when it came, with a time zone.
        """
        self.num_calls += 1
        self._stretch(at, at)
        for feature, counts in zip(self.reference.features, self.counts, strict=True):
            place = bin_of(feature, call)
            if place is not None:
                counts[place] += 1
        descriptors = self.reference.descriptors
        if descriptors is not None and call.descriptor is not None:
            self.descriptor_sum += descriptors(call.descriptor)
            self.num_descriptors += 1

    def merge(self, other: Window) -> None:
        """Add the calls of another window of the same reference.

        Raises:
            DataError: ``other_reference`` when it counts in other bins.
        """
        _require_same(self.reference.digest, other.reference.digest)
        self.num_calls += other.num_calls
        if other.first_at is not None and other.last_at is not None:
            self._stretch(other.first_at, other.last_at)
        for counts, added in zip(self.counts, other.counts, strict=True):
            counts += added
        self.descriptor_sum += other.descriptor_sum
        self.num_descriptors += other.num_descriptors

    def is_over(self, limits: WindowLimits, now: datetime) -> bool:
        """Return whether the window has its calls or its time; one without a call never is."""
        if self.first_at is None:
            return False
        if limits.num_calls is not None and self.num_calls >= limits.num_calls:
            return True
        return limits.seconds is not None and now - self.first_at >= timedelta(
            seconds=limits.seconds
        )

    def state(self) -> WindowState:
        """Return the window as it is stored."""
        return WindowState(
            reference=self.reference.digest,
            num_calls=self.num_calls,
            first_at=self.first_at,
            last_at=self.last_at,
            counts={
                feature.name: tuple(counts.tolist())
                for feature, counts in zip(self.reference.features, self.counts, strict=True)
                if counts.any()
            },
            descriptor_sum=tuple(round(value, 6) for value in self.descriptor_sum.tolist()),
            num_descriptors=self.num_descriptors,
        )

    @classmethod
    def of_state(cls, reference: DriftReference, state: WindowState) -> Window:
        """Return a window that was stored.

        Raises:
            DataError: ``other_reference`` when it counts in the bins of another reference.
        """
        _require_same(reference.digest, state.reference)
        window = cls(reference)
        window.num_calls = state.num_calls
        window.first_at, window.last_at = state.first_at, state.last_at
        for feature, counts in zip(reference.features, window.counts, strict=True):
            if feature.name in state.counts:
                counts += np.array(state.counts[feature.name], np.int64)
        window.descriptor_sum += np.array(state.descriptor_sum, np.float64)
        window.num_descriptors = state.num_descriptors
        return window

    def _stretch(self, first: datetime, last: datetime) -> None:
        # Clocks of replicas differ, and a window is put together in any order.
        self.first_at = first if self.first_at is None else min(self.first_at, first)
        self.last_at = last if self.last_at is None else max(self.last_at, last)


def _require_same(ours: str, theirs: str) -> None:
    if ours != theirs:
        raise DataError(
            "The window counts calls of another model version, whose bins are others. Begin a new "
            "window for this version.",
            code="other_reference",
        )
