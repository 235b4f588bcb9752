"""Model servers that end again and again, and are started each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from backend.alerts.contracts import Condition, Reading
from backend.deployments.contracts.watching import WatchedEndpoint

WINDOW = timedelta(minutes=10)
MIN_DEATHS = 3
"""One death is bad luck and the next may follow of it; so many within the window are a loop."""


def read(endpoints: Sequence[WatchedEndpoint]) -> Mapping[UUID, Reading]:
    """Find those of which a model server ended by itself several times lately."""
    now = timezone.now()
    found = {}
    for one in endpoints:
        deaths = [
            sum(now - WINDOW <= time <= now for time in revision.died_at)
            for revision in one.revisions
        ]
        is_looping = one.should_run and max(deaths, default=0) >= MIN_DEATHS
        found[one.id] = Reading(float(is_looping), float(is_looping), one.error_message)
    return found


CONDITION = Condition(
    unit="none",
    limit=None,
    hold_minutes=1,
    titles={"en": "{endpoint} restarts again and again", "zh-CN": "{endpoint} 反复重启"},
    texts={
        "en": "A model server ended by itself three times or more within ten minutes. {detail}",
        "zh-CN": "十分钟内有模型服务进程自行终止至少三次。{detail}",
    },
    read=read,
)
