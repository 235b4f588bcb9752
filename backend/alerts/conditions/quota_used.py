"""A quota is used up: callers are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from backend.alerts.contracts import Condition, Reading
from backend.deployments.contracts.watching import WatchedEndpoint


def read(endpoints: Sequence[WatchedEndpoint]) -> Mapping[UUID, Reading]:
    """Find those of which a caller was refused lately because a quota was used up.

    The gateway alone counts quotas, and what it refuses is known to be over.
    """
    found = {}
    for one in endpoints:
        is_used_up = float(one.recent.num_refused_quota > 0)
        found[one.id] = Reading(is_used_up, is_used_up)
    return found


CONDITION = Condition(
    unit="none",
    limit=None,
    hold_minutes=1,
    titles={"en": "A quota of {endpoint} is used up", "zh-CN": "{endpoint} 的配额已用完"},
    texts={
        "en": "Callers were refused in the last ten minutes because a quota is used up.",
        "zh-CN": "最近十分钟有调用因配额用完而被拒绝。",
    },
    read=read,
)
