"""Percentiles of latencies, measured alike by the conditions that are about one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from backend.alerts.contracts import Reading
from backend.deployments.contracts.watching import WatchedEndpoint
from backend.deployments.services.statistics import percentile


def percentile_of(
    share: float, *, min_calls: int
) -> Callable[[Sequence[WatchedEndpoint]], Mapping[UUID, Reading]]:
    """Return what measures the latency that a share of the last ten minutes' calls did not exceed.

    Args:
        share: such as 0.95.
        min_calls: so many calls it takes; of fewer it would be the latency of a call or two.
    """

    def read(endpoints: Sequence[WatchedEndpoint]) -> Mapping[UUID, Reading]:
        """Measure it, in milliseconds."""
        found = {}
        for one in endpoints:
            buckets = one.recent.latency_buckets
            latency = percentile(buckets, share)
            if one.should_run and latency is not None and sum(buckets.values()) >= min_calls:
                found[one.id] = Reading(latency, latency)
        return found

    return read
