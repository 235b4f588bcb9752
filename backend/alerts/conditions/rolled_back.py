"""The newest revision of an endpoint did worse, and its calls went back by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from backend.alerts.contracts import Condition, Reading
from backend.deployments.contracts.watching import WatchedEndpoint


def read(endpoints: Sequence[WatchedEndpoint]) -> Mapping[UUID, Reading]:
    """Find those whose newest revision was withdrawn, until there is a newer one or it is used."""
    found = {}
    for one in endpoints:
        reasons = [
            revision.withdrawn_reason
            for revision in one.revisions
            if revision.number == one.newest_revision
        ]
        reason = "".join(reasons)
        found[one.id] = Reading(float(bool(reason)), float(bool(reason)), reason)
    return found


CONDITION = Condition(
    unit="none",
    limit=None,
    hold_minutes=1,
    titles={"en": "{endpoint} was rolled back", "zh-CN": "{endpoint} 已自动回滚"},
    texts={
        "en": "The newest revision did worse, and its calls went back by themselves. {detail}",
        "zh-CN": "最新的修订版表现更差，调用已自动回到之前的修订版。{detail}",
    },
    read=read,
)
