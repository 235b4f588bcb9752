"""Write down who did what."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from backend.audit.models import AuditEntry


def record(
    *,
    organisation_id: UUID,
    actor_id: UUID | None,
    action: str,
    target_kind: str,
    target_id: UUID | None,
    project_id: UUID | None = None,
    details: Mapping[str, object] | None = None,
) -> None:
    """Add an entry in the transaction of the act itself.

    Args:
        organisation_id: whose log.
        actor_id: who did it; ``None`` for the installation.
        action: what was done, as ``noun.verb`` in the past: ``dataset.created``.
        target_kind: the noun of what it was done to.
        target_id: its id.
        project_id: the project it happened in, so that its overview can show it.
        details: what a reader needs to understand it, as JSON values.
    """
    AuditEntry.objects.create(
        organisation_id=organisation_id,
        actor_id=actor_id,
        action=action,
        target_kind=target_kind,
        target_id=target_id,
        project_id=project_id,
        details=dict(details or {}),
    )
