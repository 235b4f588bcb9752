"""For how long nobody is notified of something."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.alerts.conditions import all_conditions
from backend.alerts.models import Silence
from backend.api.errors import Invalid, NotFound
from backend.deployments.contracts import EndpointRow
from backend.deployments.services import acts


@dataclass(frozen=True)
class Silenced:
    """What nobody is notified of now: pairs of an endpoint and a condition, empty for all."""

    pairs: Set[tuple[UUID, str]]

    def covers(self, deployment_id: UUID, condition: str) -> bool:
        """Tell whether nobody is notified of a condition of an endpoint."""
        return (deployment_id, condition) in self.pairs or (deployment_id, "") in self.pairs


def silenced_now() -> Silenced:
    """Return what nobody is notified of now; one query."""
    rows = Silence.objects.filter(until__gt=timezone.now())
    return Silenced(frozenset(rows.values_list("deployment_id", "condition")))


def silences_of(deployment_id: UUID) -> dict[str, datetime]:
    """Return until when conditions of an endpoint are silent, by condition, empty for all."""
    rows = Silence.objects.filter(deployment_id=deployment_id, until__gt=timezone.now())
    return dict(rows.values_list("condition", "until"))


@transaction.atomic
def silence(
    *, deployment: EndpointRow, condition: str | None, until: datetime | None, asked_by: Caller
) -> None:
    """Notify nobody of a condition of an endpoint, or of any, until a time; ``None`` ends that.

    Raises:
        NotFound: ``condition_not_found``.
        Invalid: ``silence_in_past``.
    """
    require_condition(condition)
    key = condition or ""
    if until is not None and until <= timezone.now():
        raise Invalid("The silence would have ended. Choose a later time.", code="silence_in_past")
    rows = Silence.objects.filter(deployment_id=deployment.id, condition=key)
    if until is None:
        rows.delete()
    else:
        Silence.objects.update_or_create(
            deployment_id=deployment.id, condition=key, defaults={"until": until}
        )
    acts.record_of(
        deployment.id,
        "alert_rule.silenced" if until else "alert_rule.silence_ended",
        actor_id=asked_by.user_id,
        condition=key,
        **({"until": until.isoformat()} if until else {}),
    )


def require_condition(condition: str | None) -> None:
    """Refuse a condition that there is none of.

    Raises:
        NotFound: ``condition_not_found``.
    """
    if condition is not None and condition not in all_conditions():
        raise NotFound(
            f"There is no condition '{condition}'. These are there: {', '.join(all_conditions())}.",
            code="condition_not_found",
            condition=condition,
        )
