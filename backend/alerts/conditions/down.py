"""An endpoint that should answer and does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from backend.alerts.contracts import Condition, Reading
from backend.deployments.contracts.watching import WatchedEndpoint


def read(endpoints: Sequence[WatchedEndpoint]) -> Mapping[UUID, Reading]:
    """Find those that failed, do not come to run, or have no replica that answers."""
    found = {}
    for one in endpoints:
        if one.should_run:
            reason = _reason(one)
            found[one.id] = Reading(0.0, 0.0) if reason is None else Reading(1.0, 1.0, reason)
    return found


def _reason(one: WatchedEndpoint) -> str | None:
    """Return why it is down, which may not be known, ``None`` when it answers.

    A new revision that never starts is found, too, while the one before still answers.
    """
    if one.state != "running":
        return one.error_message
    for revision in one.revisions:
        is_wanted = revision.weight > 0 or revision.is_shadow
        if is_wanted and revision.state == "failed":
            return revision.error_message
    routed = [revision for revision in one.revisions if revision.routed_weight > 0]
    if routed and all(revision.num_ready == 0 for revision in routed):
        return ""
    return None


CONDITION = Condition(
    unit="none",
    limit=None,
    hold_minutes=2,
    titles={"en": "{endpoint} is down", "zh-CN": "{endpoint} 无法响应"},
    texts={
        "en": "The endpoint should run, and a model server of it does not. {detail}",
        "zh-CN": "该服务应当运行，但它的模型服务进程没有运行。{detail}",
    },
    read=read,
)
