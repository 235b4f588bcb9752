"""Asynchronous predictions of endpoints: whether they are accepted, and how many wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db.models import Q

from backend.accounts.contracts import Caller
from backend.api.errors import Invalid
from backend.deployments.contracts import AsyncPredictionsView
from backend.deployments.models import Deployment
from backend.deployments.selectors import async_predictions_of
from backend.deployments.services import acts
from backend.webhooks.selectors import webhook_names, webhooks_for
from engine.specs.asynchronous import AsyncSpec, WebhookChannel


def allow_predictions(row: Deployment, wanted: AsyncPredictionsView | None, caller: Caller) -> None:
    """Say how a locked endpoint answers calls that nobody waits for; it is not saved.

    Raises:
        Invalid: ``webhook_not_offered`` of a channel that is no webhook of project or organisation,
            ``webhook_names_alike`` of two that callers could not tell apart by their names.
    """
    row.async_predictions = None if wanted is None else _document(row, wanted)
    row.callers_revision += 1
    given = {name: str(value) for name, value in (row.async_predictions or {}).items() if value}
    action = "deployment.async_predictions_changed"
    acts.record(row, action, actor_id=caller.user_id, details=given)


def async_specs(rows: Iterable[Deployment]) -> dict[UUID, AsyncSpec]:
    """Return what the gateway goes by, of endpoints that accept such calls; one query at most."""
    found = {row.id: view for row in rows if (view := async_predictions_of(row)) is not None}
    names = webhook_names({one for view in found.values() for one in view.channel_ids})
    return {
        deployment_id: AsyncSpec(
            max_concurrent=view.max_concurrent,
            time_limit_seconds=60 * view.time_limit_minutes,
            keep_hours=view.keep_hours,
            # A channel that was deleted is told of nothing any more.
            webhooks=tuple(
                WebhookChannel(id=str(one), name=names[one])
                for one in view.channel_ids
                if one in names
            ),
        )
        for deployment_id, view in found.items()
    }


def note_predictions(counts: Mapping[str, Mapping[str, int]]) -> None:
    """Write down how many wait and are made, as the gateway's ``status.json`` has it."""
    for deployment_id, one in counts.items():
        known = Q(num_queued=one["queued"], num_running=one["running"])
        Deployment.objects.filter(~known, id=deployment_id).update(
            num_queued=one["queued"], num_running=one["running"]
        )
    idle = Deployment.objects.filter(Q(num_queued__gt=0) | Q(num_running__gt=0))
    idle.exclude(id__in=list(counts)).update(num_queued=0, num_running=0)


def _document(row: Deployment, wanted: AsyncPredictionsView) -> dict[str, Any]:
    webhooks = _webhooks(row, dict.fromkeys(wanted.channel_ids))
    return {**asdict(wanted), "channel_ids": [str(one) for one in webhooks]}


def _webhooks(row: Deployment, channel_ids: Iterable[UUID]) -> list[UUID]:
    """Return the channels that may be told; one that was allowed and is deleted is left out."""
    offered = webhooks_for(organisation_id=row.project.organisation_id, project_id=row.project_id)
    names = {one.id: one.name for one in offered}
    before = (row.async_predictions or {}).get("channel_ids", [])
    kept = [one for one in channel_ids if one in names or str(one) not in before]
    unknown = [one for one in kept if one not in names]
    if unknown:
        raise Invalid(
            "A channel is no webhook of this project or organisation. Choose webhooks alone, and "
            "add them to the channels first.",
            code="webhook_not_offered",
            channel_id=str(unknown[0]),
        )
    name, count = Counter(names[one] for one in kept).most_common(1)[0] if kept else ("", 0)
    if count > 1:
        raise Invalid(
            f"Callers choose a channel by its name, and {count} of these are called '{name}'. "
            "Choose one of them.",
            code="webhook_names_alike",
            name=name,
        )
    return kept
