"""What figures of two revisions allow to be said: who fails more often, and who is slower."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: intervals are of 95 %, tests two-sided at 5 %."""
MIN_CALLS = 200
"""So many calls of each it takes to say that no difference was found, and to compare latencies."""
MIN_CALLS_TO_DIFFER = 50
"""So many calls of each it takes to say that one fails more often; a roll-back takes as many."""
MIN_SLOWDOWN = 0.1

ErrorVerdict = Literal["more", "fewer", "no_difference_found"]
LatencyVerdict = Literal["slower", "faster", "no_difference_found"]


@dataclass(frozen=True)
class Interval:
    """A share or a difference of shares, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Measured:
    """What was measured of the calls of one revision.

    ``latency_buckets`` counts those that somebody waited for by the upper bound of their latency,
    as text; ``latency_sum_ms`` adds these up.
    """

    num_calls: int
    num_errors: int
    latency_sum_ms: float
    latency_buckets: Mapping[str, int]

    @property
    def latency_mean_ms(self) -> float | None:
        """The mean latency, ``None`` without calls that somebody waited for."""
        num = sum(self.latency_buckets.values())
        return self.latency_sum_ms / num if num else None


@dataclass(frozen=True)
class RevisionVerdict:
    """What can be said of a revision beside the other, each time anew at a level of 5 %.

    ``errors``: whether it fails more often. Told when the 95 % interval of the difference of error
    shares (Newcombe's, ``error_difference``) leaves out 0 and both have answered 50 calls.
    ``latency``: whether it is slower. Told when both have answered 200 calls, mean latencies are
    more than 10 % apart, and a rank test (Mann and Whitney's) finds the same. Null where there are
    too few calls to tell; ``num_calls_needed`` is then how many each has to have answered.
    """

    errors: ErrorVerdict | None
    error_difference: Interval | None
    latency: LatencyVerdict | None
    num_calls_needed: int | None


def compare(one: Measured, other: Measured) -> RevisionVerdict:
    """Return what can be said of one beside the other."""
    least = min(one.num_calls, other.num_calls)
    return RevisionVerdict(
        errors=_compare_errors(one, other),
        error_difference=error_difference(one, other) if least else None,
        latency=_compare_latency(one, other),
        num_calls_needed=MIN_CALLS if least < MIN_CALLS else None,
    )


def share_of(num: int, total: int) -> Interval | None:
    """Return a share with Wilson's score interval, ``None`` of nothing.

    Source: Wilson, JASA 22 (1927); no continuity correction.
    """
    if total == 0:
        return None
    value = num / total
    z2 = Z**2
    centre = (value + z2 / (2 * total)) / (1 + z2 / total)
    half = Z * (value * (1 - value) / total + z2 / (4 * total**2)) ** 0.5 / (1 + z2 / total)
    # At 0 and 1 rounding would leave the value just outside its own interval.
    return Interval(value, min(max(0.0, centre - half), value), max(min(1.0, centre + half), value))


def error_difference(one: Measured, other: Measured) -> Interval:
    """Return by how much the error share of one exceeds that of the other.

    Source: Newcombe, Statistics in Medicine 17 (1998), method 10: from Wilson's intervals, so that
    it is honest where nobody failed.
    """
    first, second = _error_share(one), _error_share(other)
    value = first.value - second.value
    below = ((first.value - first.low) ** 2 + (second.high - second.value) ** 2) ** 0.5
    above = ((first.high - first.value) ** 2 + (second.value - second.low) ** 2) ** 0.5
    return Interval(value, value - below, value + above)


def rank_test(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    """Return how many standard deviations the latencies of one rank above those of the other.

    Those in one bucket are ties.

    Source: Mann and Whitney, Ann. Math. Statist. 18 (1947); normal approximation, and the variance
    corrected for ties as in Lehmann, Nonparametrics (1975), section 1.4.
    """
    num_one, num_other = sum(one.values()), sum(other.values())
    total = num_one + num_other
    wins, below, ties = 0.0, 0, 0
    for bound in sorted({*one, *other}, key=float):
        here, there = one.get(bound, 0), other.get(bound, 0)
        wins += here * (below + there / 2)
        below += there
        ties += (here + there) ** 3 - (here + there)
    if num_one == 0 or num_other == 0 or ties == total**3 - total:
        return 0.0
    variance = num_one * num_other / 12 * (total + 1 - ties / (total * (total - 1)))
    return float((wins - num_one * num_other / 2) / variance**0.5)


def _compare_errors(one: Measured, other: Measured) -> ErrorVerdict | None:
    least = min(one.num_calls, other.num_calls)
    if least >= MIN_CALLS_TO_DIFFER:
        difference = error_difference(one, other)
        if difference.low > 0:
            return "more"
        if difference.high < 0:
            return "fewer"
    return "no_difference_found" if least >= MIN_CALLS else None


def _compare_latency(one: Measured, other: Measured) -> LatencyVerdict | None:
    mean, other_mean = one.latency_mean_ms, other.latency_mean_ms
    if mean is None or other_mean is None or min(one.num_calls, other.num_calls) < MIN_CALLS:
        return None
    rank = rank_test(one.latency_buckets, other.latency_buckets)
    if rank > Z and mean > other_mean * (1 + MIN_SLOWDOWN):
        return "slower"
    if rank < -Z and other_mean > mean * (1 + MIN_SLOWDOWN):
        return "faster"
    return "no_difference_found"


def _error_share(measured: Measured) -> Interval:
    share = share_of(measured.num_errors, measured.num_calls)
    assert share is not None
    return share
