"""Too large a share of the calls fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from backend.alerts.contracts import Condition, Reading
from backend.deployments.contracts.watching import WatchedEndpoint
from backend.deployments.services.verdicts import share_of

MIN_CALLS = 20
"""Of fewer nobody can say much, even if all of them failed for one reason."""


def read(endpoints: Sequence[WatchedEndpoint]) -> Mapping[UUID, Reading]:
    """Measure the share of failures of ours (5xx), with Wilson's lower bound."""
    found = {}
    for one in endpoints:
        share = share_of(one.recent.num_failures, one.recent.num_calls)
        if one.should_run and share is not None and one.recent.num_calls >= MIN_CALLS:
            found[one.id] = Reading(share.value, share.low)
    return found


CONDITION = Condition(
    unit="share",
    limit=0.05,
    hold_minutes=2,
    titles={"en": "Calls of {endpoint} fail", "zh-CN": "{endpoint} 的调用失败"},
    texts={
        "en": "{value} of the calls of the last ten minutes failed; the limit is {limit}.",
        "zh-CN": "最近十分钟的调用中有 {value} 失败，上限为 {limit}。",
    },
    read=read,
)
