"""How far a metric would move on other samples of the same kind: 95 % intervals."""

# N samples, K classes

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.metrics.counts import ClassCounts, Flags
from engine.specs.package.report import Estimate

NORMAL_QUANTILE_975 = 1.959963984540054
MAX_RESAMPLES, MIN_RESAMPLES = 1000, 200


def share(num_hits: float, num_samples: int) -> Estimate:
    """Return a share with Wilson's score interval, which is honest at 0 and 1 too.

    Hits may be parts, where each sample is itself a share.

    Source: Wilson, JASA 22 (1927); no continuity correction.
    """
    value = num_hits / num_samples
    z2 = NORMAL_QUANTILE_975**2
    centre = (value + z2 / (2 * num_samples)) / (1 + z2 / num_samples)
    spread = value * (1 - value) / num_samples + z2 / (4 * num_samples**2)
    half = NORMAL_QUANTILE_975 * spread**0.5 / (1 + z2 / num_samples)
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    # At 0 and 1 rounding would leave the value just outside its own interval.
    return Estimate(
        value=value, low=min(low, value), high=max(high, value), num_samples=num_samples
    )


def mean(values: NDArray[np.float64], num_samples: int | None = None) -> Estimate:
    """Return a mean with its normal interval.

    Args:
        values: of each sample.
        num_samples: how many of them count as independent; all if left out.
    """
    count = len(values) if num_samples is None else num_samples
    value = float(values.mean())
    half = NORMAL_QUANTILE_975 * float(values.std(ddof=1)) / count**0.5 if len(values) > 1 else 0.0
    return Estimate(value=value, low=value - half, high=value + half, num_samples=count)


def least_of_flawless(class_counts: Iterable[int]) -> float:
    """Return how low a share that is a mean over classes may be though no mistake was seen.

    A bootstrap cannot see errors that did not happen: 15 of 15 right would be 100 % to 100 %. The
    lower end of Wilson's interval of each class's recall is what so few samples allow.

    Args:
        class_counts: how many samples there were of each class; those without any do not count.
    """
    return float(np.mean([share(count, count).low for count in class_counts if count]))


def most_of_hopeless(class_counts: Iterable[int]) -> float:
    """Return how high a share that is a mean over classes may be though nothing was right.

    The mirror image of ``least_of_flawless``.

    Args:
        class_counts: how many samples there were of each class; those without any do not count.
    """
    return float(np.mean([share(0, count).high for count in class_counts if count]))


def macro_f1(predicted: Flags, actual: Flags, value: float, seed: int) -> Estimate:
    """Return macro F1 with the percentile interval of a seeded bootstrap over samples.

    1000 resamples, fewer (at least 200) above 20,000 samples or 200,000 decisions; without
    mistakes ``least_of_flawless``, without a hit ``most_of_hopeless``.

    Args:
        predicted: (N, K) decisions.
        actual: (N, K) truth.
        value: macro F1 on the samples themselves.
        seed: of the resampling.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), section 13.3.
    """
    num_samples, num_classes = actual.shape
    random = np.random.default_rng(seed)
    entries = [np.nonzero(flags) for flags in (predicted & actual, predicted, actual)]
    size = max(num_samples, sum(len(samples) for samples, _ in entries) // 10)
    num_resamples = int(np.clip(20_000_000 // size, MIN_RESAMPLES, MAX_RESAMPLES))
    values = np.empty(num_resamples)
    for index in range(num_resamples):
        drawn = random.integers(num_samples, size=num_samples)
        times = np.bincount(drawn, minlength=num_samples).astype(np.float64)
        counts = ClassCounts(*(_weigh(times, entry, num_classes) for entry in entries))
        values[index] = counts.macro(counts.f1)
    low, high = np.quantile(values, [0.025, 0.975])
    shown = [int(one) for one in actual.sum(0)]
    if value == 1:
        low = least_of_flawless(shown)
    if value == 0 and any(shown):
        high = most_of_hopeless(shown)
    return Estimate(
        value=value,
        low=min(float(low), value),
        high=max(float(high), value),
        num_samples=num_samples,
    )


def _weigh(
    times: NDArray[np.float64], entry: tuple[NDArray[np.intp], ...], num_classes: int
) -> NDArray[np.float64]:
    samples, classes = entry
    weighed = np.bincount(classes, weights=times[samples], minlength=num_classes)
    return weighed.astype(np.float64)
