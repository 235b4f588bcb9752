"""Once a minute: which conditions hold, and which alerts fire or resolve.

How long a condition holds is counted in evaluations in a row and not read off the clock, so that a
clock that is set cannot make one fire; after a gap all of them begin to count anew.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db import IntegrityError, transaction
from django.utils import timezone

from backend.alerts.conditions import all_conditions
from backend.alerts.contracts import Condition, Reading
from backend.alerts.models import Alert, Evaluation
from backend.alerts.services.changes import change_state, release_held
from backend.alerts.services.rules import Setting, setting_of, settings_of_all
from backend.alerts.services.silences import Silenced, silenced_now
from backend.deployments.contracts.watching import WatchedEndpoint
from backend.deployments.services.watching import watched_endpoints

logger = logging.getLogger(__name__)

EVERY = timedelta(seconds=60)
EARLY = timedelta(seconds=5)
"""A worker that looks so much before its time is let: waits are never exact."""
GAP = timedelta(minutes=5)
"""After so long without an evaluation nobody knows what held meanwhile."""
GOOD_BELOW = 0.9
"""Below this share of the limit a value is fine again; in between an alert stays as it is."""

_STEPPED = ("num_bad", "num_good", "value", "limit", "detail")

State = Alert.State
Level = Literal["bad", "good", "between"]


def evaluate() -> bool:
    """Evaluate all conditions of all endpoints, if it is time and nobody else does.

    The queries are the same for one endpoint as for a thousand, but for those that change alerts.

    Returns:
        Whether they were.
    """
    claimed = _claim(timezone.now())
    if claimed is None:
        return False
    if claimed == "after_gap":
        Alert.objects.exclude(state=State.RESOLVED).update(num_bad=0, num_good=0)
    endpoints = watched_endpoints()
    settings = settings_of_all()
    silenced = silenced_now()
    alerts = {
        (row.deployment_id, row.condition): row
        for row in Alert.objects.exclude(state=State.RESOLVED)
    }
    for key, condition in all_conditions().items():
        try:
            readings = condition.read(endpoints)
        except Exception:
            # The other conditions are evaluated all the same.
            logger.exception("condition not evaluated", extra={"condition": key})
            continue
        for endpoint in endpoints:
            setting = setting_of(key, condition, settings.get((endpoint.id, key)))
            found = _Found(
                endpoint, key, condition, setting, readings.get(endpoint.id, _FINE), silenced
            )
            _step(found, alerts.get((endpoint.id, key)))
    release_held({one.id: one for one in endpoints}, silenced)
    return True


_FINE = Reading(0.0, 0.0)


@dataclass(frozen=True)
class _Found:
    """What was measured of one condition of an endpoint."""

    endpoint: WatchedEndpoint
    key: str
    condition: Condition
    setting: Setting
    reading: Reading
    silenced: Silenced

    @property
    def level(self) -> Level:
        limit = self.setting.limit
        if not self.setting.is_on:
            return "good"
        if limit is None:
            return "bad" if self.reading.sure > 0 else "good"
        if self.reading.sure > limit:
            return "bad"
        return "good" if self.reading.value <= limit * GOOD_BELOW else "between"

    def measured(self) -> Mapping[str, object]:
        return {
            "value": self.reading.value,
            "limit": self.setting.limit,
            "detail": self.reading.detail[:2000],
        }

    def change(self, alert: Alert, state: str) -> None:
        is_silent = self.silenced.covers(self.endpoint.id, self.key)
        change_state(alert, state, endpoint=self.endpoint, is_silent=is_silent)


def _claim(now: datetime) -> Literal["in_time", "after_gap"] | None:
    """Take this minute's evaluation; ``None`` when it is not time, or another worker has it."""
    row, is_new = Evaluation.objects.get_or_create(id=1, defaults={"at": now})
    if is_new:
        return "after_gap"
    passed = now - row.at
    # A clock that was set back would otherwise keep everybody waiting until it is that late again.
    if -EARLY < passed < EVERY - EARLY:
        return None
    if not Evaluation.objects.filter(id=1, at=row.at).update(at=now):
        return None
    return "in_time" if timedelta() <= passed <= GAP else "after_gap"


def _step(found: _Found, alert: Alert | None) -> None:
    level, hold = found.level, found.setting.hold_minutes
    if alert is None:
        if level != "bad":
            return
        alert = _begun(found)
        if alert is None:
            return
    elif level == "bad":
        alert.num_bad, alert.num_good = alert.num_bad + 1, 0
    elif level == "good":
        alert.num_bad, alert.num_good = 0, alert.num_good + 1
    else:
        alert.num_good = 0
    if level == "bad":
        for name, value in found.measured().items():
            setattr(alert, name, value)
    changes = {name: getattr(alert, name) for name in _STEPPED}
    Alert.objects.filter(id=alert.id).exclude(state=State.RESOLVED).update(**changes)
    if alert.state == State.PENDING:
        if level == "good":
            Alert.objects.filter(id=alert.id, state=State.PENDING).delete()
        elif alert.num_bad >= hold:
            found.change(alert, State.FIRING)
    elif alert.num_good >= (hold if found.setting.is_on else 1):
        found.change(alert, State.RESOLVED)


def _begun(found: _Found) -> Alert | None:
    """Return a new alert, ``None`` when somebody else began it, or the endpoint is gone."""
    try:
        with transaction.atomic():
            return Alert.objects.create(
                deployment_id=found.endpoint.id,
                condition=found.key,
                num_bad=1,
                fired_at=timezone.now(),
                **found.measured(),
            )
    except IntegrityError:
        return None
