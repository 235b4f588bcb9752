"""When alerts of an endpoint fire: the defaults of conditions, but for what people changed."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.alerts.conditions import all_conditions
from backend.alerts.contracts import AlertRules, AlertRuleView, Condition
from backend.alerts.models import Rule
from backend.alerts.services.silences import require_condition, silences_of
from backend.api.errors import Invalid
from backend.deployments.contracts import EndpointRow
from backend.deployments.services import acts

MAX_MILLISECONDS = 10 * 60_000.0
MAX_HOLD_MINUTES = 24 * 60


@dataclass(frozen=True)
class Setting:
    """When one condition of an endpoint fires."""

    is_on: bool
    limit: float | None
    hold_minutes: int


def setting_of(key: str, condition: Condition, row: Rule | None) -> Setting:
    """Return when a condition fires, by its row where there is one."""
    if row is None:
        return Setting(True, condition.limit, condition.hold_minutes)
    assert row.condition == key, "a rule is of its condition"
    return Setting(
        is_on=row.is_on,
        limit=condition.limit if row.limit is None else row.limit,
        hold_minutes=row.hold_minutes or condition.hold_minutes,
    )


def settings_of_all() -> dict[tuple[UUID, str], Rule]:
    """Return all rules that differ from the defaults; one query."""
    return {(row.deployment_id, row.condition): row for row in Rule.objects.all()}


def rules_of(deployment: EndpointRow) -> AlertRules:
    """Return the rules of an endpoint; two queries."""
    rows = {row.condition: row for row in Rule.objects.filter(deployment_id=deployment.id)}
    silences = silences_of(deployment.id)
    found = []
    for key, condition in all_conditions().items():
        setting = setting_of(key, condition, rows.get(key))
        found.append(
            AlertRuleView(
                condition=key,
                is_on=setting.is_on,
                unit=condition.unit,
                limit=setting.limit,
                default_limit=condition.limit,
                hold_minutes=setting.hold_minutes,
                default_hold_minutes=condition.hold_minutes,
                silent_until=silences.get(key),
            )
        )
    return AlertRules(found, silences.get(""))


@transaction.atomic
def set_rule(
    *,
    deployment: EndpointRow,
    condition: str,
    is_on: bool,
    limit: float | None,
    hold_minutes: int | None,
    set_by: Caller,
) -> None:
    """Say when a condition of an endpoint fires; ``None`` for the default.

    Raises:
        NotFound: ``condition_not_found``.
        Invalid: ``limit_not_taken`` or ``limit_out_of_range``.
    """
    require_condition(condition)
    known = all_conditions()[condition]
    if limit is not None:
        _require_limit(known, limit)
    Rule.objects.update_or_create(
        deployment_id=deployment.id,
        condition=condition,
        defaults={"is_on": is_on, "limit": limit, "hold_minutes": hold_minutes},
    )
    details = {"is_on": is_on, "limit": limit, "hold_minutes": hold_minutes}
    acts.record_of(
        deployment.id,
        "alert_rule.changed",
        actor_id=set_by.user_id,
        condition=condition,
        **{name: str(value) for name, value in details.items() if value is not None},
    )


def _require_limit(condition: Condition, limit: float) -> None:
    if condition.limit is None:
        raise Invalid(
            "This condition holds or does not, and has no limit. Leave it out.",
            code="limit_not_taken",
        )
    most = 1.0 if condition.unit == "share" else MAX_MILLISECONDS
    if not 0 < limit <= most:
        raise Invalid(
            f"The limit is {limit:g}. Expected more than 0 and at most {most:g}.",
            code="limit_out_of_range",
            limit=limit,
            max=most,
        )
