"""A daily quota is nearly used up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from backend.alerts.contracts import Condition, Reading
from backend.deployments.contracts.watching import WatchedEndpoint


def read(endpoints: Sequence[WatchedEndpoint]) -> Mapping[UUID, Reading]:
    """Measure the share of its quota that an endpoint, or one of its keys, has used today (UTC)."""
    found = {}
    for one in endpoints:
        shares = [
            (min(1.0, use.num_used / use.num_allowed), use.key_name)
            for use in one.quotas
            if use.num_allowed > 0
        ]
        if shares:
            share, key_name = max(shares)
            found[one.id] = Reading(share, share, key_name)
    return found


CONDITION = Condition(
    unit="share",
    limit=0.8,
    hold_minutes=1,
    titles={
        "en": "The quota of {endpoint} is nearly used up",
        "zh-CN": "{endpoint} 的配额即将用完",
    },
    texts={
        "en": "{value} of the calls of today (UTC) are made; the limit is {limit}. {detail}",
        "zh-CN": "今天（UTC）的调用配额已用 {value}，上限为 {limit}。{detail}",
    },
    read=read,
)
