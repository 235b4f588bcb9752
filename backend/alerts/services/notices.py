"""What channels are sent of an alert."""

from __future__ import annotations

from datetime import UTC

from backend.alerts.conditions import all_conditions
from backend.alerts.contracts import EndpointNames
from backend.alerts.models import Alert
from backend.webhooks.contracts import Notice
from backend.webhooks.services.deliveries import site_address

_STATES = {
    "en": {
        "firing": "Firing: {title}",
        "acknowledged": "Acknowledged: {title}",
        "resolved": "Resolved: {title}",
    },
    "zh-CN": {
        "firing": "告警：{title}",
        "acknowledged": "已确认：{title}",
        "resolved": "已恢复：{title}",
    },
}
_OVER = {
    "en": "It no longer holds. It had fired at {fired_at} (UTC).",
    "zh-CN": "该问题已不存在。告警触发于 {fired_at}（UTC）。",
}
_BY = {"en": "Acknowledged by {person}.", "zh-CN": "由 {person} 确认。"}
_PROJECT = {"en": "Project: {project}", "zh-CN": "项目：{project}"}
_NAME = 80
"""So much of a name is in a title, which is one line."""


def notice_of(
    alert: Alert,
    endpoint: EndpointNames,
    *,
    state: str,
    language: str,
    person: str | None = None,
) -> Notice:
    """Return what is sent when an alert comes into a state.

    Args:
        alert: what was measured of it last.
        endpoint: which it is of.
        state: the one it came into.
        language: of the texts.
        person: the name of who brought it there; ``None`` of what happens by itself.
    """
    condition = all_conditions()[alert.condition]
    title = condition.titles[language].format(endpoint=endpoint.name[:_NAME])
    if state == Alert.State.RESOLVED:
        text = _OVER[language].format(fired_at=f"{alert.fired_at.astimezone(UTC):%Y-%m-%d %H:%M}")
    else:
        text = condition.texts[language].format(
            value=_shown(alert.value, condition.unit),
            limit=_shown(alert.limit, condition.unit),
            detail=alert.detail,
        )
    if person is not None:
        text = f"{text.strip()}\n{_BY[language].format(person=person[:_NAME])}"
    path = f"/projects/{endpoint.project_id}/deploy/{endpoint.id}?tab=alerts"
    return Notice(
        event=f"alert.{state}",
        subject=_STATES[language][state].format(title=title),
        text=f"{text.strip()}\n{_PROJECT[language].format(project=endpoint.project_name)}",
        url=site_address(path),
        data={
            "alert_id": str(alert.id),
            "condition": alert.condition,
            "state": state,
            "unit": condition.unit,
            "value": alert.value,
            "limit": alert.limit,
            "detail": alert.detail,
            "deployment_id": str(endpoint.id),
            "deployment_name": endpoint.name,
            "project_id": str(endpoint.project_id),
            "project_name": endpoint.project_name,
            "fired_at": alert.fired_at.isoformat(),
            "person": person,
            "resolved_at": alert.resolved_at and alert.resolved_at.isoformat(),
        },
    )


def _shown(value: float | None, unit: str) -> str:
    if value is None or unit == "none":
        return ""
    return f"{100 * value:.3g} %" if unit == "share" else f"{value:.0f} ms"
