"""Compare a window of calls with the reference of its model."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.drift.statistics import Counts, FeatureStatistics, cumulated_difference, mmd
from engine.drift.thresholds import FALSE_ALARM_RATE, thresholds
from engine.drift.window import Window
from engine.specs.drift import (
    MIN_CALLS,
    Beyond,
    Change,
    DriftReport,
    DriftTest,
    FeatureDrift,
    Verdict,
)
from engine.specs.package.reference import FeatureReference, NumberReference

MIN_REFERENCE = 30
"""Fewer samples do not tell how much windows differ by chance."""

DESCRIPTOR = "input.content"
# Both ways, each at least so much of the other: the values have spread, not moved.
_BOTH_WAYS = 0.5


def assess(window: Window) -> DriftReport:
    """Return whether the calls of a window have drifted from the reference, and in what."""
    reference = window.reference
    verdict: Verdict = "same"
    found: list[FeatureDrift] = []
    if reference.num_rows < MIN_REFERENCE:
        verdict = "too_small_reference"
    elif window.num_calls < MIN_CALLS:
        verdict = "too_few_calls"
    else:
        found = sorted(_drifts(window), key=lambda one: (not one.has_drifted, -one.excess))
        if any(one.has_drifted for one in found):
            verdict = "drifted"
    return DriftReport(
        verdict=verdict,
        num_calls=window.num_calls,
        num_reference=reference.num_rows,
        false_alarm_rate=FALSE_ALARM_RATE,
        features=tuple(found),
    )


def _drifts(window: Window) -> Iterator[FeatureDrift]:
    reference = window.reference
    evaluated = [
        (feature, counts, np.bincount(bins, minlength=len(counts)))
        for feature, counts, bins in zip(
            reference.features, window.counts, reference.bins.T, strict=True
        )
        if counts.sum() >= MIN_CALLS
    ]
    statistics = [FeatureStatistics.of(feature) for feature, _, _ in evaluated]
    sizes = [int(now.sum()) for _, now, _ in evaluated]
    described = window.num_descriptors if window.num_descriptors >= MIN_CALLS else 0
    limits = iter(thresholds(reference, statistics, sizes, described))
    for (feature, now, before), of_feature, size in zip(evaluated, statistics, sizes, strict=True):
        values = of_feature(_row(before), _row(now))[0].tolist()
        tests = tuple(
            DriftTest(statistic=name, value=value, threshold=next(limits))
            for name, value in zip(of_feature.names, values, strict=True)
        )
        drift = FeatureDrift(
            name=feature.name,
            num_values=size,
            tests=tests,
            has_drifted=any(one.is_alarm for one in tests),
        )
        yield _explained(drift, feature, _row(before), _row(now)) if drift.has_drifted else drift
    if described and reference.descriptors is not None:
        mean = window.descriptor_sum / window.num_descriptors
        rows = reference.descriptors.rows
        value = float(mmd(_row(rows.mean(axis=0)), _row(mean))[0])
        test = DriftTest(statistic="mmd", value=value, threshold=next(limits))
        yield FeatureDrift(
            name=DESCRIPTOR,
            num_values=described,
            tests=(test,),
            has_drifted=test.is_alarm,
            change="other_content" if test.is_alarm else "none",
        )


def _explained(
    drift: FeatureDrift, feature: FeatureReference, before: Counts, now: Counts
) -> FeatureDrift:
    """Say of a feature that has drifted which way it went.

    Args:
        drift: without it.
        feature: of the reference.
        before: (1, B) of the reference.
        now: (1, B) of the window.
    """
    shares, shares_now = (counts[0] / counts.sum() for counts in (before, now))
    moved = shares_now - shares
    if isinstance(feature, NumberReference):
        difference = cumulated_difference(before[:, 1:], now[:, 1:])[0]
        if abs(moved[0]) < np.abs(difference).max():
            median, beyond = _median(feature, now[0])
            return drift.model_copy(
                update={
                    "change": _direction(difference),
                    "before": _median(feature, before[0])[0],
                    "now": median,
                    "now_beyond": beyond,
                }
            )
        place = 0
    else:
        place = int(np.abs(moved).argmax())
    update: dict[str, object] = {"before": float(shares[place]), "now": float(shares_now[place])}
    is_more = moved[place] > 0
    if place == 0:
        change: Change = "more_missing" if is_more else "fewer_missing"
    else:
        change = "more_of" if is_more else "less_of"
        known = () if isinstance(feature, NumberReference) else feature.categories
        update["label"] = known[place - 1] if place <= len(known) else None
    return drift.model_copy(update={**update, "change": change})


def _direction(difference: NDArray[np.float64]) -> Change:
    """Return which way a number went, by how much larger its cumulated share has become."""
    above, below = difference.max(), -difference.min()
    if min(above, below) >= _BOTH_WAYS * max(above, below):
        # More of the lowest values and of the highest ones: the first difference is above.
        return "wider" if difference.argmax() < difference.argmin() else "narrower"
    return "lower" if above > below else "higher"


def _median(
    feature: NumberReference, counts: NDArray[np.float64]
) -> tuple[float | None, Beyond | None]:
    """Return about the median of the known values, within its bin by linear interpolation.

    Of one that lies in an outermost bin it is the edge, and on which side of it the median lies.
    """
    known = counts[1:]
    if not known.sum():
        return None, None
    cumulated = known.cumsum() / known.sum()
    place = int(np.searchsorted(cumulated, 0.5))
    if place == 0:
        return round(feature.edges[0], 12), "below"
    if place == len(feature.edges):
        return round(feature.edges[-1], 12), "above"
    low, high = feature.edges[place - 1], feature.edges[place]
    share = (0.5 - cumulated[place - 1]) / (cumulated[place] - cumulated[place - 1])
    # The edge behind a value that has a bin of its own lies next to it.
    return round(low + float(share) * (high - low), 12), None


def _row(values: NDArray[np.generic]) -> Counts:
    return values.astype(np.float64)[np.newaxis]
