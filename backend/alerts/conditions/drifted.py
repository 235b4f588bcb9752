"""Calls no longer look like the samples that the model was evaluated on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from backend.alerts.contracts import Condition, Reading
from backend.deployments.contracts.watching import WatchedEndpoint
from backend.drift.selectors import drifted_revisions


def read(endpoints: Sequence[WatchedEndpoint]) -> Mapping[UUID, Reading]:
    """Find those with a revision that is called and whose latest window of calls has drifted."""
    drifted = drifted_revisions([one.id for one in endpoints])
    found = {}
    for one in endpoints:
        called = {
            revision.number
            for revision in one.revisions
            if revision.routed_weight > 0 or revision.is_shadow
        }
        if called & drifted.get(one.id, set()):
            found[one.id] = Reading(1.0, 1.0)
    return found


CONDITION = Condition(
    unit="none",
    limit=None,
    hold_minutes=1,
    titles={"en": "The calls of {endpoint} have drifted", "zh-CN": "{endpoint} 的调用发生漂移"},
    texts={
        "en": "The calls no longer look like the samples that the model was evaluated on. "
        "The tab Drift says what has changed.",
        "zh-CN": "调用不再像评估模型时所用的样本。“数据漂移”页签说明有什么变化。",
    },
    read=read,
)
